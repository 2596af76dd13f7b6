/** Audits the memory of a workspace: where its tokens are, what is repeated, and what was compressed. */
import { hashBytes } from '../../tokens/hash.ts'
import type { TokenCounter } from '../../types.ts'
import type { FoundDocument, FoundDocuments, SkippedFile } from './find-documents.ts'
import type { Manifest } from './manifest.ts'
import { type DocumentState, documentState } from './plan-workspace.ts'
import { isEncodedDocument } from './shorten-document.ts'

interface AuditedDocument {
  readonly path: string
  readonly bytes: number
  readonly lines: number
  readonly tokens: number
  /** `encoded`: by Fovea, but not as part of this workspace. */
  readonly state: DocumentState | 'encoded'
  /** How many of its lines are also in other documents. */
  readonly repeatedLines: number
  /** The handle of the original of a compressed document. */
  readonly handle?: string
  /** Tokens of that original. */
  readonly tokensBefore?: number
}

export interface WorkspaceAudit {
  readonly root: string
  readonly documents: readonly AuditedDocument[]
  readonly skipped: readonly SkippedFile[]
  /** Documents that were compressed and no longer exist. */
  readonly missing: readonly string[]
  readonly tokens: number
  readonly counter: string
}

export function auditWorkspace(
  { root, documents: found, skipped }: FoundDocuments,
  manifest: Manifest,
  counter: TokenCounter,
): WorkspaceAudit {
  const entries = new Map(manifest.documents.map(entry => [entry.path, entry]))
  const repeated = linesOfSeveral(found)
  const documents = found.map(({ path, bytes, text }): AuditedDocument => {
    const entry = entries.get(path)
    const state = documentState(hashBytes(bytes), entry)
    const lines = text.split('\n')
    return {
      path,
      bytes: bytes.length,
      lines: text.endsWith('\n') ? lines.length - 1 : lines.length,
      tokens: counter.count(text),
      state: state === 'plain' && isEncodedDocument(text) ? 'encoded' : state,
      repeatedLines: lines.filter(line => repeated.has(line.trim())).length,
      ...(entry && state !== 'plain' && { handle: entry.handle, tokensBefore: entry.tokens.before }),
    }
  })
  const seen = new Set([...documents, ...skipped].map(({ path }) => path))
  return {
    root,
    documents,
    skipped,
    missing: manifest.documents.map(({ path }) => path).filter(path => !seen.has(path)),
    tokens: documents.reduce((sum, { tokens }) => sum + tokens, 0),
    counter: counter.name,
  }
}

/** Shorter lines may be equal by chance. */
const minLength = 24

function linesOfSeveral(documents: readonly FoundDocument[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const several = new Set<string>()
  for (const { text } of documents) {
    const own = new Set(
      text
        .split('\n')
        .map(line => line.trim())
        .filter(line => line.length >= minLength),
    )
    for (const line of own) (seen.has(line) ? several : seen).add(line)
  }
  return several
}
