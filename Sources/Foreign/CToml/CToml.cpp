// SPDX-License-Identifier: Apache-2.0

#include "CToml.h"

// toml++ throws none of its own exceptions; those of the standard library are caught below.
#define TOML_EXCEPTIONS 0
// Documented: deeper nesting is an error instead of a stack overflow.
#define TOML_MAX_NESTED_VALUES 32
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <cstdio>
#include <sstream>
#include <string>
#include <string_view>

namespace {

struct Walk {
    candela_toml_visitor visit;
    void *context;

    void step(candela_toml_step &step, const std::string_view *key) const {
        step.key = key ? key->data() : nullptr;
        step.key_length = key ? key->size() : 0;
        visit(context, &step);
    }

    void node(const toml::node &node, const std::string_view *key) const {
        candela_toml_step step{};
        step.line = node.source().begin.line;
        if (const auto *table = node.as_table()) {
            step.kind = CANDELA_TOML_TABLE_BEGIN;
            this->step(step, key);
            for (const auto &[name, value] : *table) {
                std::string_view view = name.str();
                this->node(value, &view);
            }
            step.kind = CANDELA_TOML_TABLE_END;
            this->step(step, nullptr);
        } else if (const auto *array = node.as_array()) {
            step.kind = CANDELA_TOML_ARRAY_BEGIN;
            this->step(step, key);
            for (const auto &value : *array) this->node(value, nullptr);
            step.kind = CANDELA_TOML_ARRAY_END;
            this->step(step, nullptr);
        } else if (const auto *text = node.as_string()) {
            step.kind = CANDELA_TOML_STRING;
            step.text = text->get().data();
            step.text_length = text->get().size();
            this->step(step, key);
        } else if (const auto *integer = node.as_integer()) {
            step.kind = CANDELA_TOML_INTEGER;
            step.integer = integer->get();
            this->step(step, key);
        } else if (const auto *number = node.as_floating_point()) {
            step.kind = CANDELA_TOML_NUMBER;
            step.number = number->get();
            this->step(step, key);
        } else if (const auto *boolean = node.as_boolean()) {
            step.kind = CANDELA_TOML_BOOLEAN;
            step.integer = boolean->get() ? 1 : 0;
            this->step(step, key);
        } else {
            std::ostringstream stream;
            if (const auto *moment = node.as_date_time()) stream << moment->get();
            else if (const auto *date = node.as_date()) stream << date->get();
            else if (const auto *time = node.as_time()) stream << time->get();
            const std::string words = stream.str();
            step.kind = CANDELA_TOML_DATE;
            step.text = words.data();
            step.text_length = words.size();
            this->step(step, key);
        }
    }
};

void fail(candela_toml_failure *failure, uint32_t line, uint32_t column, const char *message) {
    failure->line = line;
    failure->column = column;
    std::snprintf(failure->message, sizeof failure->message, "%s", message);
}

/// Dotted keys nest, too, but the limit applies only to brackets. Freeing a table nested too deeply would overflow the
/// stack.
bool has_deep_key(const char *text, size_t length) {
    size_t dots = 0;
    for (size_t index = 0; index < length; index++) {
        if (text[index] == '\n') dots = 0;
        if (text[index] == '.' && ++dots > 256) return true;
    }
    return false;
}

}  // namespace

int candela_toml_read(
    const char *text, size_t length, candela_toml_visitor visit, void *context, candela_toml_failure *failure) {
    try {
        if (has_deep_key(text, length)) {
            fail(failure, 0, 0, "a line has more than 256 points");
            return 0;
        }
        const toml::parse_result result = toml::parse(std::string_view(text, length));
        if (!result) {
            const toml::parse_error &error = result.error();
            const std::string words(error.description());
            fail(failure, error.source().begin.line, error.source().begin.column, words.c_str());
            return 0;
        }
        Walk{visit, context}.node(result.table(), nullptr);
        return 1;
    } catch (const std::exception &exception) {
        fail(failure, 0, 0, exception.what());
    } catch (...) {
        fail(failure, 0, 0, "an unknown failure");
    }
    return 0;
}
