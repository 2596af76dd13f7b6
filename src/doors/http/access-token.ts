/** The secret that clients of our servers must present: which texts are allowed, and how it is compared. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { optionError } from '../../errors.ts'

/** Long enough not to be guessed, in characters that a header can carry. */
const shape = /^[\x21-\x7e]{16,512}$/

/** Throws `invalid-option` if it is too easy to guess, without repeating it. */
export function checkedToken(token: string): string {
  if (!shape.test(token))
    throw optionError(
      'The token must have at least 16 characters, none of them a space; "openssl rand -hex 32" makes one.',
    )
  return token
}

/** 192 random bits, in characters that need no escaping in a URL. */
export function newToken(): string {
  return randomBytes(24).toString('base64url')
}

/** In constant time; compares hashes, since equal lengths are needed. */
export function isSameToken(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'))
}
