/** Every agent whose session files are understood, in the order in which detection asks them. A new agent is one file and one line here. */
import { aider } from './aider.ts'
import { claudeCode } from './claude-code.ts'
import { cline } from './cline.ts'
import { codex } from './codex.ts'
import { copilotCli } from './copilot-cli.ts'
import { geminiCli } from './gemini-cli.ts'
import { messages } from './messages.ts'
import { miniSweAgent } from './mini-swe-agent.ts'
import { openCode } from './opencode.ts'
import { openHands } from './openhands.ts'
import { pi } from './pi.ts'
import { qwenCode } from './qwen-code.ts'
import { specStory } from './specstory.ts'
import { sweAgent } from './swe-agent.ts'
import { tauBench } from './tau-bench.ts'
import type { TranscriptReader } from './transcript.ts'

export const transcriptReaders: readonly TranscriptReader[] = [
  claudeCode,
  codex,
  geminiCli,
  qwenCode,
  copilotCli,
  openCode,
  pi,
  cline,
  sweAgent,
  miniSweAgent,
  openHands,
  tauBench,
  specStory,
  aider,
  // Last: it accepts anything that could be messages.
  messages,
]
