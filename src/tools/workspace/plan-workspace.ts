/** What compressing the documents of a workspace would save, document by document. Writes nothing. */
import { toBytes } from '../../tokens/bytes.ts'
import { hashBytes } from '../../tokens/hash.ts'
import { buildCodebook, extendCodebook } from '../documents/build-codebook.ts'
import { type Codebook, writeCodebook } from '../documents/codebook.ts'
import type { DocumentStep, DocumentTechnique } from '../documents/compress-document.ts'
import type { FoundDocument, FoundDocuments, SkippedFile } from './find-documents.ts'
import type { Manifest, ManifestEntry } from './manifest.ts'
import {
  documentTechniques,
  isEncodedDocument,
  type ShortenedDocument,
  type ShortenSettings,
  shortenDocument,
} from './shorten-document.ts'
import { sharedCodebook } from './workspace-files.ts'

/** `edited`: compressed, and changed by a user since. */
export type DocumentState = 'plain' | 'compressed' | 'edited'

export interface PlannedDocument {
  readonly path: string
  readonly state: DocumentState
  readonly tokens: { readonly before: number; readonly after: number }
  readonly steps: readonly DocumentStep[]
  /** Tokens that each technique would save alone, if requested. */
  readonly alone?: Readonly<Record<DocumentTechnique, number>>
  /** Whether the result contains everything of the original. */
  readonly isLossless: boolean
  readonly why?: string
  /** The current bytes and their replacement. */
  readonly change?: { readonly from: Uint8Array; readonly to: Uint8Array }
}

export interface WorkspacePlan {
  readonly root: string
  readonly documents: readonly PlannedDocument[]
  readonly skipped: readonly SkippedFile[]
  /** Of all documents; `after` includes a new shared codebook. */
  readonly tokens: { readonly before: number; readonly after: number; readonly counter: string }
  /** The codebook that the documents would share, and its tokens. */
  readonly codebook?: { readonly book: Codebook; readonly tokens: number }
}

interface PlanSettings extends Omit<ShortenSettings, 'workspace'> {
  /** Also measure each technique by itself. */
  readonly isEachMeasured?: boolean
  /** One codebook for all documents: the existing one, or `'new'` if there is none yet. It is used if it pays for itself. */
  readonly shared?: Codebook | 'new' | undefined
  /** Also compresses documents that save less than `minSaving`. */
  readonly isForced?: boolean | undefined
  readonly onProgress?: ((path: string) => void) | undefined
}

/** People edit these files: codes and dropped words must save this share of a document to be worth it. */
export const minSaving = 0.15

export function planWorkspace(
  found: FoundDocuments,
  manifest: Manifest,
  settings: PlanSettings,
): WorkspacePlan {
  const apart = planWith(found, manifest, settings, undefined)
  if (settings.shared === undefined) return apart
  const book = sharedBook(found.documents, settings.shared, settings)
  if (Object.keys(book.entries).length === 0) return apart
  const together = planWith(found, manifest, settings, book)
  return settings.shared !== 'new' || together.tokens.after < apart.tokens.after ? together : apart
}

function planWith(
  { root, documents: all, skipped }: FoundDocuments,
  manifest: Manifest,
  settings: PlanSettings,
  book: Codebook | undefined,
): WorkspacePlan {
  const entries = new Map(manifest.documents.map(entry => [entry.path, entry]))
  const documents = all.map(document => {
    settings.onProgress?.(document.path)
    return planDocument(document, entries.get(document.path), {
      ...settings,
      workspace: root,
      ...(book && { codebook: book, codebookFile: sharedCodebook }),
    })
  })
  const codebook = book && { book, tokens: settings.counter.count(writeCodebook(book)) }
  const sum = (of: (document: PlannedDocument) => number): number =>
    documents.reduce((total, document) => total + of(document), 0)
  return {
    root,
    documents,
    skipped,
    tokens: {
      before: sum(({ tokens }) => tokens.before),
      after: sum(({ tokens }) => tokens.after) + (codebook?.tokens ?? 0),
      counter: settings.counter.name,
    },
    ...(codebook && { codebook }),
  }
}

function sharedBook(
  documents: readonly FoundDocument[],
  inUse: Codebook | 'new',
  { counter }: PlanSettings,
): Codebook {
  const texts = documents.map(({ text }) => text).filter(text => !isEncodedDocument(text))
  return inUse === 'new' ? buildCodebook(texts, { counter }) : extendCodebook(inUse, texts, { counter })
}

function planDocument(
  { path, bytes, text }: FoundDocument,
  entry: ManifestEntry | undefined,
  settings: PlanSettings & ShortenSettings,
): PlannedDocument {
  const state = documentState(hashBytes(bytes), entry)
  if (state === 'compressed' && entry !== undefined) {
    const { tokens, isLossless } = entry
    return { path, state, tokens, steps: [], isLossless, why: 'compressed already' }
  }
  const { text: shorter, why, ...shortened } = shortenDocument(text, settings)
  const { before } = shortened.tokens
  const alone = settings.isEachMeasured ? { alone: savedAlone(text, settings) } : {}
  const tooLittle = why === undefined ? whyTooLittle(shortened, settings) : undefined
  if (tooLittle !== undefined)
    return {
      path,
      state,
      tokens: { before, after: before },
      steps: [],
      isLossless: true,
      ...alone,
      why: tooLittle,
    }
  const end = why === undefined ? { change: { from: bytes, to: toBytes(shorter) } } : { why }
  return { path, state, ...shortened, ...alone, ...end }
}

/** Rules alone leave plain Markdown, which is as easy to edit as before. */
function whyTooLittle(
  { tokens: { before, after } }: Pick<ShortenedDocument, 'tokens'>,
  { techniques, isForced }: PlanSettings,
): string | undefined {
  if (isForced || techniques.every(technique => technique === 'rules')) return undefined
  const share = (before - after) / before
  if (share >= minSaving) return undefined
  return `would save ${(share * 100).toFixed(1)} %, less than ${minSaving * 100} % (--force)`
}

export function documentState(hash: string, entry: ManifestEntry | undefined): DocumentState {
  if (entry === undefined || hash === entry.before) return 'plain'
  return hash === entry.after ? 'compressed' : 'edited'
}

function savedAlone(text: string, settings: ShortenSettings): Readonly<Record<DocumentTechnique, number>> {
  const saved = ({ tokens }: ShortenedDocument): number => tokens.before - tokens.after
  return Object.fromEntries(
    documentTechniques.map(technique => [
      technique,
      saved(shortenDocument(text, { ...settings, techniques: [technique], codebook: undefined })),
    ]),
  ) as Record<DocumentTechnique, number>
}
