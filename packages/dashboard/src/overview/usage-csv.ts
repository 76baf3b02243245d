import { csvLine } from '@replywright/contract/csv.ts'
import type { Usage } from '@replywright/contract/usage.ts'

const COLUMNS = ['month', 'kind', 'id', 'name', 'turns', 'messages', 'providerUsd', 'modelUsd', 'awsUsd'] as const

/** Returns what a month cost as CSV: a line for each agent, each number, and all together. An unknown price is empty. */
export function usageCsv({ month, agents, numbers, usd }: Usage): string {
  const costs = ({ provider, model, aws }: Usage['usd']) => [provider ?? '', model, aws]
  return [
    COLUMNS,
    ...agents.map(({ agentId, agentName, turns, messages, usd: own }) => [
      month,
      'agent',
      agentId,
      agentName,
      String(turns),
      String(messages),
      ...costs(own),
    ]),
    ...numbers.map(({ phoneNumberId, messages, usd: own }) => [
      month,
      'number',
      phoneNumberId,
      '',
      '',
      String(messages),
      ...costs(own),
    ]),
    [month, 'all', '', '', '', '', ...costs(usd)],
  ]
    .map(csvLine)
    .join('')
}
