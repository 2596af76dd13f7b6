/** `fovea workspace estimate`: what each technique would save, file by file. Writes nothing. */
import { Command } from 'commander'
import { defaultDocumentTechniques } from '../../../tools/documents/compress-document.ts'
import type { NotationLevel } from '../../../tools/documents/notation/notation.ts'
import { planWorkspace } from '../../../tools/workspace/plan-workspace.ts'
import { readManifest } from '../../../tools/workspace/workspace-files.ts'
import { counterFor, levelOption } from '../text/output-options.ts'
import { jsonText } from '../write-result.ts'
import { planNumbers, renderPlan } from './render-plan.ts'
import { findFor, type WorkspaceFlags, withProgress, withWorkspaceOptions } from './workspace-options.ts'

interface Flags extends WorkspaceFlags {
  readonly level?: NotationLevel
}

export function estimateCommand(): Command {
  return withWorkspaceOptions(new Command('estimate'))
    .description(
      'Show what each technique would save in every memory file, in tokens and money; write nothing',
    )
    .addOption(levelOption())
    .action((folder: string, flags: Flags) => {
      const plan = withProgress(onProgress => {
        const found = findFor(folder, flags, onProgress)
        return planWorkspace(found, readManifest(found.root), {
          techniques: defaultDocumentTechniques,
          level: flags.level,
          counter: counterFor(flags.model),
          isEachMeasured: true,
          onProgress,
        })
      })
      process.stdout.write(
        flags.json ? jsonText(planNumbers(plan, flags.price)) : renderPlan(plan, flags.price),
      )
    })
}
