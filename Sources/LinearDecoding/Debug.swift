#if LINLAB
public enum LinearDebug {
    nonisolated(unsafe) public static var note: ((String) -> Void)?
}
#endif
