/** Where a call to a model goes. */
import { FoveaError } from '../errors.ts'
import type { EndpointDialect } from './endpoint-kinds.ts'

/** `https://host` → `https://host/v1/messages`, `https://host/api` → `https://host/api/messages`; a whole address stays. */
export function callUrl(address: string, dialect: EndpointDialect, model: string): URL {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new FoveaError(
      'invalid-option',
      'url must be an http or https URL, such as "http://localhost:11434/v1".',
    )
  if (url.username !== '' || url.password !== '')
    throw new FoveaError('invalid-option', 'url must not hold a name or password; pass the key as apiKey.')
  const base = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname
  const path = dialect.path(model)
  if (!base.endsWith(path)) url.pathname = (base === '' ? dialect.version : base) + path
  return url
}
