// The kit alone.
export {}
