/** One call of an exam, and the interface of what answers it. */
import { lastObject, type ModelUsage } from '../../../models/model-answer.ts'
import type { Prompt } from '../../../models/prompts.ts'
import { hashText } from '../../../tokens/hash.ts'
import { isRecord, type RawRecord } from '../../../tokens/json-value.ts'
import type { AskedModel } from './exam-model.ts'

export interface ExamCall<Value> {
  readonly case: string
  readonly step: string
  readonly prompt: Prompt
  read(reply: string): Reply<Value>
  /** The assumed answer and its size, for the estimate. */
  assumed(): { readonly value: Value; readonly tokens: number }
}

/** Answers calls by models, or by an estimate. `undefined` if there is no answer; a note says why. */
export interface Caller {
  ask<Value>(model: AskedModel, call: ExamCall<Value>): Promise<Value | undefined>
}

export interface KeptCall {
  readonly case: string
  readonly step: string
  readonly model: string
  readonly prompt: Prompt
  readonly answer: string
  readonly usage: ModelUsage
}

/** Stores answers between runs. */
export interface CallCache {
  get(key: string): KeptCall | undefined
  set(key: string, call: KeptCall): void
}

/** The same prompt to the same model has the same key. */
export function promptKey(model: AskedModel, { system, user }: Prompt): string {
  return hashText([model.name, system, user].join('\0')).slice(0, 32)
}

/** A parsed reply of a model: a value, or the problem, in words that the model can act on. */
export type Reply<Value> = { readonly value: Value } | { readonly problem: string }

/** The last object in the reply, ignoring the text around it. */
export function jsonReply(reply: string): Reply<RawRecord> {
  const value = lastObject(reply) as RawRecord | undefined
  return value === undefined ? { problem: 'there is no whole JSON object in it' } : { value }
}

export function objectOf(value: unknown): RawRecord {
  return isRecord(value) ? value : {}
}

export function textIn(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** Typical sizes of answers in an exam, in tokens: means over 365 questions and 228 answers of the project's own exam. */
export const usualSizes = {
  question: 20,
  key: 31,
  /** A reader's answer to one question. */
  answer: 38,
  /** A reader's remarks about the view as a whole. */
  remarks: 66,
  /** A quote with its block and the names of the fields. */
  quoted: 60,
  /** A grade with its number, and a letter with the text around its grades. */
  grade: 7,
  letter: 6,
} as const

/** A text of about this many tokens. */
export function placeholderText(tokens: number): string {
  return 'word '.repeat(Math.max(0, Math.round(tokens))).trimEnd()
}
