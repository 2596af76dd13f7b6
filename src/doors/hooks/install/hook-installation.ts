/** Plans what an installation or its removal would write, and writes it. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { errorAtFile, FoveaError } from '../../../errors.ts'
import { isRecord } from '../../../formats/raw-value.ts'
import { homeDirectory } from '../../../store/home-directory.ts'
import { isText, toBytes, toText } from '../../../tokens/bytes.ts'
import { hashText } from '../../../tokens/hash.ts'
import type { HookCommand } from '../hosts/host.ts'
import type { Configuration, Surroundings } from './configuration.ts'

export interface PlannedChange {
  readonly file: string
  /** `undefined`: there is no such file. */
  readonly before: string | undefined
  readonly after: string | undefined
  /** The path of the backup. */
  readonly backup: string
}

export function planInstall(
  configuration: Configuration,
  command: HookCommand,
  storePath: string,
): PlannedChange {
  const plan = planUninstall(configuration, storePath)
  return { ...plan, after: configuration.add(plan.after ?? '', command) }
}

/** Restores the file to the byte if nothing else has changed since; otherwise removes our part. */
export function planUninstall(configuration: Configuration, storePath: string): PlannedChange {
  const { file } = configuration
  const before = readConfiguration(file)
  const after = untouched(configuration, before, storePath)
  return { file, before, after, backup: recordPath(storePath, configuration) }
}

/** `; what was there before is kept in …`, where there was anything. */
export function backupNote({ before, backup }: PlannedChange): string {
  return before === undefined ? '' : `; what was there before is kept in ${backup}`
}

/** The text without any change of ours. */
function untouched(
  configuration: Configuration,
  current: string | undefined,
  storePath: string,
): string | undefined {
  if (current === undefined) return undefined
  const record = readRecord(recordPath(storePath, configuration))
  if (record?.after === current && record.file === configuration.file) return record.before ?? undefined
  return configuration.hooks(current).length === 0 ? current : configuration.remove(current)
}

export function applyInstall(configuration: Configuration, change: PlannedChange, storePath: string): void {
  const before = untouched(configuration, change.before, storePath) ?? null
  if (change.after === undefined || change.after === change.before) return
  const made = outermostMissing(dirname(linkTarget(change.file))) ?? readRecord(change.backup)?.made
  writeRecord(change.backup, { file: change.file, before, after: change.after, made })
  writeConfiguration(change.file, change.after)
}

export function applyUninstall(change: PlannedChange): void {
  if (change.after === undefined) {
    const file = linkTarget(change.file)
    rmSync(file, { force: true })
    removeEmpty(dirname(file), readRecord(change.backup)?.made)
  } else if (change.after !== change.before) writeConfiguration(change.file, change.after)
  rmSync(change.backup, { force: true })
}

function outermostMissing(directory: string): string | undefined {
  return existsSync(directory) ? undefined : (outermostMissing(dirname(directory)) ?? directory)
}

/** Removes the directories that an installation made, from the innermost to `outermost`, as far as they are empty. */
function removeEmpty(directory: string, outermost: string | undefined): void {
  if (outermost === undefined || !directory.startsWith(outermost)) return
  try {
    rmdirSync(directory)
  } catch {
    return
  }
  removeEmpty(dirname(directory), outermost)
}

const maxBytes = 5 * 1024 * 1024

export function readConfiguration(file: string): string | undefined {
  try {
    if (statSync(file).size > maxBytes) throw unusable(file, 'it is too large for a configuration')
    const bytes = readFileSync(file)
    if (!isText(bytes)) throw unusable(file, 'it is not UTF-8')
    return toText(bytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    if (FoveaError.isInstance(error)) throw error
    throw unusable(file, error instanceof Error ? error.message : String(error))
  }
}

function unusable(file: string, why: string): FoveaError {
  return errorAtFile('file-unreadable', file, `${file} cannot be used: ${why}. Nothing was written.`)
}

/** Writes completely or not at all, through links, and keeps the permissions. */
function writeConfiguration(file: string, text: string): void {
  try {
    const target = linkTarget(file)
    mkdirSync(dirname(target), { recursive: true })
    const mode = statSync(target, { throwIfNoEntry: false })?.mode
    const unfinished = `${target}.${process.pid}.tmp`
    writeFileSync(unfinished, toBytes(text), mode === undefined ? {} : { mode: mode & 0o777 })
    renameSync(unfinished, target)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw errorAtFile('file-unwritable', file, `Cannot write ${file}: ${why}.`, cause)
  }
}

/** The file that a link leads to, also if that file does not exist yet. */
function linkTarget(file: string): string {
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true
  return isLink ? linkTarget(resolve(realpathSync(dirname(file)), readlinkSync(file))) : file
}

/** A file before and after an installation: the backup from which it is restored to the byte. */
interface InstallRecord {
  readonly file: string
  /** `null` if there was no file. */
  readonly before: string | null
  readonly after: string
  /** The outermost directory that was made for the file, if any was. */
  readonly made?: string | undefined
}

/** Stored beside the store. A configuration may hold keys: only its owner can read the copy. */
function recordPath(storePath: string, { file, part }: Pick<Configuration, 'file' | 'part'>): string {
  const name = hashText(file).slice(0, 16)
  return join(dirname(storePath), 'hooks', `${name}${part === undefined ? '' : `-${part}`}.json`)
}

/** `undefined` if there is no readable record. */
function readRecord(path: string): InstallRecord | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (!isRecord(value)) return undefined
    const { file, before, after, made } = value
    if (typeof file !== 'string' || typeof after !== 'string') return undefined
    return before === null || typeof before === 'string'
      ? { file, before, after, made: typeof made === 'string' ? made : undefined }
      : undefined
  } catch {
    return undefined
  }
}

function writeRecord(path: string, record: InstallRecord): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 })
}

/** Where this process finds the configuration of agents. */
export function surroundings(): Surroundings {
  return { home: homeDirectory(), project: process.cwd(), env: process.env, read: readConfiguration }
}
