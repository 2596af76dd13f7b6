/** How large a request may be, in bytes: whole conversations come in one. */
export const largestRequest: number = 64 * 1024 * 1024
