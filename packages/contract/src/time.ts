/** A length of time in milliseconds. */
export type Ms = number

/** A time in milliseconds since 1970 (UTC). */
export type EpochMs = number
