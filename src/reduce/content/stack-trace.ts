/** Stack traces: what went wrong and where in the own code, with the frames of libraries counted. */

import { frameLine, traceLine } from '../../scan/kind/content-lines.ts'
import { both, most, some } from '../../scan/kind/kind-tests.ts'
import type { Content, Piece, Source } from './content.ts'
import type { Look } from './look.ts'
import { foldedPieces } from './output/fold.ts'
import { isFrame } from './output/stack-frame.ts'
import { holdsForMost } from './sample-lines.ts'
import { TraceReader } from './stack-trace/trace-reader.ts'

export const stackTrace: Content = {
  name: 'stack-trace',
  detectors: [
    {
      rank: 90,
      why: 'frames, perhaps with the source line between them',
      test: both(some(frameLine), most(0.3, traceLine, 2)),
    },
  ],
  fits,
  pieces,
}

function fits({ lines: sample, source: { kind } }: Look): boolean {
  return holdsForMost(sample, Math.max(2, kind === 'stack-trace' ? 0 : sample.length * 0.4), isFrame)
}

function pieces(text: string, _source: Source): readonly Piece[] {
  return foldedPieces(new TraceReader(text.split('\n')).read())
}
