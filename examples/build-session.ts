/** Builds `session.jsonl`, the example session: run `npx node examples/build-session.ts` after any change to its parts. */
import { writeFileSync } from 'node:fs'
import { agentTools } from './session/agent-tools.ts'
import { InventedProject } from './session/invented-project.ts'
import { ordersOfTheDay } from './session/orders.ts'
import { seededRandom } from './session/random.ts'
import { SessionRecorder } from './session/session-recorder.ts'
import { failingTest } from './session/story/1-failing-test.ts'
import { wrongTrack } from './session/story/2-wrong-track.ts'
import { timeZone } from './session/story/3-time-zone.ts'
import { utcEverywhere } from './session/story/4-utc-everywhere.ts'

const project = new InventedProject()
const stage = {
  project,
  session: new SessionRecorder(seededRandom(1), '2026-03-03T23:31:05Z'),
  tools: agentTools(project),
  orders: ordersOfTheDay(seededRandom(2)),
  random: seededRandom(3),
}

for (const act of [failingTest, wrongTrack, timeZone, utcEverywhere]) act(stage)

writeFileSync(new URL('./session.jsonl', import.meta.url), `${stage.session}`)
