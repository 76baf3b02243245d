import type { Agent } from '@replywright/contract/agents.ts'
import type { AgentForm } from './agent-values.ts'

const SHARING = { value: 'sharing', label: 'Sharing' }
/** The tabs that are opened less often. Ten beside each other need two lines on a laptop. */
export const MORE_TABS = [{ value: 'usage', label: 'Usage' }, SHARING, { value: 'history', label: 'History' }]

/** Returns the tabs of the editor. Those of a shared agent have no tests and no usage. */
export function tabsOf({ values }: AgentForm, { documents, tools: saved }: Agent, isShared: boolean) {
  const tools = [
    values.tools,
    values.websiteTools,
    values.mcpConfigs,
    values.handoffTools,
    values.imageGenerateTools,
  ].flat()
  const hasProblem = saved.some(({ active, problem }) => active && problem !== undefined)
  return [
    { value: undefined, label: 'Instructions' },
    { value: 'tools', label: 'Tools', count: tools.length, mark: hasProblem ? 'problem' : undefined },
    { value: 'documents', label: 'Documents', count: documents.length },
    { value: 'memory', label: 'Memory', count: values.memoryKeys.length + values.outcomeKeys.length },
    { value: 'automation', label: 'Automation', count: values.wakeUpConfigs.length + values.outboundTriggers.length },
    ...(isShared
      ? [SHARING]
      : [
          { value: 'tests', label: 'Tests' },
          { value: 'prove', label: 'Prove' },
        ]),
  ]
}
