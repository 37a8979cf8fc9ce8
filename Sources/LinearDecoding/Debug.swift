#if LINLAB
#endif
