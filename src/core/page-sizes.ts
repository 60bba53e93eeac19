/** Licenses on one page of a list: by default, and at most. */
export const LICENSE_PAGE = { default: 20, max: 100 } as const

/** Devices on one page of a list: by default, and at most. */
export const ADDRESS_PAGE = { default: 100, max: 100 } as const

/** Largest page of licenses, in bytes. */
export const MAX_PAGE_BYTES = 512_000
