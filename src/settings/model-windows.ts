/** Context windows of models: data, as their providers state it for their own APIs. Last checked: November 2026. */
import { optionError } from '../errors.ts'
import type { ContextPressure } from '../receipt.ts'

interface ModelWindow {
  /** Tokens of a request, including the answer where both share one window. */
  readonly window: number
  /** Maximum length of an answer that shares the window; 0 where the window is for input only. */
  readonly output: number
}

/** By the beginning of a model's name; the longest match counts. */
const windows: Readonly<Record<string, ModelWindow>> = {
  'claude-fable-5': { window: 1_000_000, output: 128_000 },
  'claude-mythos': { window: 1_000_000, output: 128_000 },
  'claude-opus-5': { window: 1_000_000, output: 128_000 },
  'claude-sonnet-5': { window: 1_000_000, output: 128_000 },
  'claude-opus-4-6': { window: 1_000_000, output: 128_000 },
  'claude-opus-4-7': { window: 1_000_000, output: 128_000 },
  'claude-opus-4-8': { window: 1_000_000, output: 128_000 },
  'claude-sonnet-4-6': { window: 1_000_000, output: 128_000 },
  'claude-opus-4-5': { window: 200_000, output: 64_000 },
  'claude-sonnet-4': { window: 200_000, output: 64_000 },
  'claude-haiku-4': { window: 200_000, output: 64_000 },
  'claude-opus-4': { window: 200_000, output: 32_000 },
  'claude-3-7': { window: 200_000, output: 64_000 },
  'claude-3-5': { window: 200_000, output: 8192 },
  'claude-3': { window: 200_000, output: 4096 },

  'gpt-6': { window: 1_050_000, output: 128_000 },
  'gpt-5.6': { window: 1_050_000, output: 128_000 },
  'gpt-5.5': { window: 1_050_000, output: 128_000 },
  'gpt-5.4-mini': { window: 400_000, output: 128_000 },
  'gpt-5.4-nano': { window: 400_000, output: 128_000 },
  'gpt-5.4': { window: 1_050_000, output: 128_000 },
  'gpt-5.3-codex-spark': { window: 128_000, output: 16_384 },
  'gpt-5': { window: 400_000, output: 128_000 },
  'gpt-4.1': { window: 1_047_576, output: 32_768 },
  'gpt-4o': { window: 128_000, output: 16_384 },
  'gpt-4-turbo': { window: 128_000, output: 4096 },
  'gpt-oss': { window: 131_072, output: 32_768 },
  o1: { window: 200_000, output: 100_000 },
  o3: { window: 200_000, output: 100_000 },
  'o4-mini': { window: 200_000, output: 100_000 },

  'gemini-3': { window: 1_048_576, output: 0 },
  'gemini-2.5': { window: 1_048_576, output: 0 },
  'gemini-2.0': { window: 1_048_576, output: 0 },
  'gemini-1.5-pro': { window: 2_097_152, output: 0 },

  'deepseek-v4': { window: 1_000_000, output: 384_000 },
  'deepseek-chat': { window: 131_072, output: 8192 },
  'deepseek-reasoner': { window: 131_072, output: 65_536 },
  'kimi-k2': { window: 262_144, output: 65_536 },
  'glm-5': { window: 204_800, output: 131_072 },
  'glm-4.7': { window: 204_800, output: 131_072 },
  'glm-4.6': { window: 204_800, output: 131_072 },
  'glm-4.5': { window: 131_072, output: 98_304 },
  'minimax-m2': { window: 204_800, output: 131_072 },
  'qwen3-coder': { window: 262_144, output: 65_536 },
  'grok-4-fast': { window: 2_000_000, output: 30_000 },
  'grok-4': { window: 256_000, output: 30_000 },
  'llama-4-maverick': { window: 1_048_576, output: 8192 },
  'llama-3': { window: 131_072, output: 8192 },
}

export const modelWindowNames: readonly string[] = Object.keys(windows)

/** Maximum share of a window that is reserved for the answer. */
const maxReserve = 0.2

export interface ContextWindow {
  /** The given name; absent where only a number was given. */
  readonly model?: string
  readonly tokens: number
  /** Tokens reserved for the answer. */
  readonly reserve: number
}

/** `claude-opus-5`, `anthropic/claude-opus-5`, `us.anthropic.claude-opus-4-6-v1:0`, `models/gemini-3-pro`. */
export function windowOfModel(model: string): ContextWindow | undefined {
  const name = model.slice(0, 200).toLowerCase()
  const starts = [0, ...Array.from(name.matchAll(/[/.:]/g), ({ index }) => index + 1)]
  let best = ''
  for (const start of starts)
    for (const known of modelWindowNames)
      if (
        known.length > best.length &&
        name.startsWith(known, start) &&
        endsThere(name, start + known.length)
      )
        best = known
  const found = Object.hasOwn(windows, best) ? windows[best] : undefined
  if (found === undefined) return undefined
  return {
    model,
    tokens: found.window,
    reserve: Math.min(found.output, Math.floor(found.window * maxReserve)),
  }
}

/** `gpt-4o` is not the beginning of `gpt-4omega`. */
function endsThere(name: string, at: number): boolean {
  return !/[a-z0-9]/.test(name[at] ?? '')
}

/** `200000`, `'200000'`, `'200k'`, `'1m'`, or the name of a model. */
export function contextWindow(window: number | string): ContextWindow {
  const written = /^(\d{1,12}(?:\.\d{1,6})?)([km]?)$/i.exec(String(window))
  if (written !== null) {
    const unit = { k: 1000, m: 1_000_000 }[(written[2] ?? '').toLowerCase()] ?? 1
    const tokens = Math.floor(Number(written[1]) * unit)
    if (tokens >= 1) return { tokens, reserve: 0 }
  } else if (typeof window === 'string') {
    const found = windowOfModel(window)
    if (found !== undefined) return found
  }
  throw optionError(
    `window is ${String(window).slice(0, 80)}; it must be a number of tokens, such as 200000 or 200k, or a model that is known: ${modelWindowNames.join(', ')}.`,
  )
}

/** `tokens`: of the messages alone. `systemAndToolTokens`: of the system text and the tools. */
export function contextPressure(
  tokens: number,
  window: ContextWindow,
  systemAndToolTokens = 0,
): ContextPressure {
  const usable = Math.max(0, window.tokens - window.reserve - systemAndToolTokens)
  return {
    ...(window.model === undefined ? {} : { model: window.model }),
    window: window.tokens,
    reserve: window.reserve,
    systemAndToolTokens,
    usable,
    tokens,
    share: tokens / Math.max(1, usable),
  }
}
