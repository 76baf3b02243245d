import { DEFAULT_MODELS, EU_REGIONS } from '@replywright/contract/llm-models.ts'
import { CfnCondition, Fn, Stack } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import type { Settings } from '../settings.ts'

const IN_THE_EU = 'InTheEuropeanUnion'

/**
 * Returns the id of the deployment's model: that of the settings, or the default of the region in which the stack is deployed. One
 * template serves all regions, so the stack has a condition.
 */
export function modelIdIn(scope: Construct, { bedrockModelId }: Pick<Settings, 'bedrockModelId'>): string {
  if (bedrockModelId !== '') return bedrockModelId
  const stack = Stack.of(scope)
  const condition = stack.node.tryFindChild(IN_THE_EU) ?? inTheEu(stack)
  return Fn.conditionIf(condition.node.id, DEFAULT_MODELS.eu, DEFAULT_MODELS.global).toString()
}

function inTheEu(stack: Stack): CfnCondition {
  const isOneOf = EU_REGIONS.map((region) => Fn.conditionEquals(stack.region, region))
  return new CfnCondition(stack, IN_THE_EU, { expression: Fn.conditionOr(...isOneOf) })
}
