/** Originals as resources: `fovea://original/db_3f9a2c71d04b`. */
import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { FoveaError } from '../../errors.ts'
import type { Store } from '../../store/store.ts'
import { isText, toText } from '../../tokens/bytes.ts'

const root = 'fovea://original/'
/** The latest; older ones are found by search and read by their handle all the same. */
const maxListed = 100
/** Larger ones are read in parts. */
const maxBytes = 4 * 1024 * 1024

export function addOriginalResources(server: McpServer, store: Store): void {
  const template = new ResourceTemplate(`${root}{handle}`, {
    list: async () => ({
      resources: (await store.newest(maxListed)).map(({ handle, size }) => ({
        uri: `${root}${handle}`,
        name: handle,
        size,
      })),
    }),
  })
  server.registerResource(
    'original',
    template,
    {
      title: 'Originals',
      description: 'The exact text that a handle such as db_3f9a2c71d04b names; the latest are listed.',
    },
    async ({ href }, { handle }) => ({ contents: [await contentsOf(String(handle), href, store)] }),
  )
}

async function contentsOf(handle: string, uri: string, store: Store) {
  const bytes = await bytesOf(handle, uri, store)
  if (bytes.length > maxBytes)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `${handle} has ${bytes.length} bytes, too many for one answer; read parts of it with the tool expand and its first_line and last_line.`,
    )
  if (!isText(bytes))
    return { uri, mimeType: 'application/octet-stream', blob: Buffer.from(bytes).toString('base64') }
  return { uri, mimeType: 'text/plain', text: toText(bytes).toWellFormed() }
}

async function bytesOf(handle: string, uri: string, store: Store): Promise<Uint8Array> {
  try {
    return await store.get(handle)
  } catch (error) {
    if (!FoveaError.isInstance(error)) throw error
    if (error.code === 'not-found' || error.code === 'purged')
      throw new ResourceNotFoundError(uri, error.message)
    const isOfCaller = error.code === 'invalid-handle' || error.code === 'ambiguous-handle'
    throw new ProtocolError(
      isOfCaller ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
      error.message,
      { code: error.code },
    )
  }
}
