/** Recognizes requests that carry a conversation by their path; the proxy passes every other request on unchanged. */
import type { RequestRoute } from '../../formats/format.ts'
import { formats } from '../../formats/index.ts'
import type { FormatName } from '../../types.ts'

export interface Route {
  readonly format: FormatName
  /** `count`: asks the provider how many tokens the request would cost. */
  readonly purpose: RequestRoute['purpose']
}

export function routeOf(method: string | undefined, path: string): Route | undefined {
  if (method !== 'POST') return undefined
  for (const { name, request } of formats)
    for (const route of request.routes ?? [])
      if (route.path.test(path)) return { format: name, purpose: route.purpose }
  return undefined
}
