/** Whether a dotted token names a file or a host: `auth.ts`, `example.com`. */
import { bareFileNames, fileExtensions, hostEndings } from '../vocabulary/file-names.ts'

export function isFileName(spelling: string): boolean {
  const dot = spelling.lastIndexOf('.')
  const name = spelling.slice(spelling.lastIndexOf('/') + 1, dot)
  if (dot < 0 || name.includes('/')) return bareFileNames.has(spelling.slice(spelling.lastIndexOf('/') + 1))
  // `Node.js` and `Vue.js` are products.
  if (spelling.endsWith('.js') && /^\p{Lu}\p{Ll}+\.js$/u.test(spelling)) return false
  return fileExtensions.has(spelling.slice(dot + 1).toLowerCase())
}

export function isHost(spelling: string): boolean {
  return (
    hostEndings.has(spelling.slice(spelling.lastIndexOf('.') + 1)) &&
    spelling.includes('.') &&
    /^\w/.test(spelling)
  )
}

/** What may stand before the colon of a port: `localhost`, `10.0.0.1`, `db.internal`, `redis-1`. */
export function isHostOfPort(name: string): boolean {
  return name === 'localhost' || (/^[\w.-]+$/.test(name) && /[.\d-]/.test(name) && /^\p{L}|\./u.test(name))
}
