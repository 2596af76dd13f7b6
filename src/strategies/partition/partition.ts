/** The strategy `partition`: what is recent stays, what is older is compressed by type until the target is met. */
import { blockChooser } from '../blocks/block-chooser.ts'
import type { Strategy } from '../strategy.ts'
import { fitPartition } from './fit-partition.ts'
import { withPartitionFacts } from './partition-facts.ts'
import { partitionMetrics } from './partition-metrics.ts'
import { partitionPlan } from './partition-plan.ts'

export const partition: Strategy = {
  name: 'partition',
  facts: (messages, blocks, settings) => withPartitionFacts(messages, blocks, settings.partition),
  chooser: blockChooser({ plan: partitionPlan, fitBudget: fitPartition }),
  metrics: partitionMetrics,
}
