import { csvLine } from '@replywright/contract/csv.ts'
import type { Usage } from '@replywright/contract/usage.ts'

const COLUMNS = [
  ...['month', 'kind', 'id', 'name', 'turns', 'messages', 'savedMessages'],
  ...['providerUsd', 'modelUsd', 'awsUsd'],
]

/** Returns what a month cost as CSV: a line for each agent, each number, and all together. An unknown price is empty. */
export function usageCsv({ month, agents, numbers, savedMessages, usd }: Usage): string {
  const costs = ({ provider, model, aws }: Usage['usd']) => [provider ?? '', model, aws]
  return [
    COLUMNS,
    ...agents.map(({ agentId, agentName, turns, messages, savedMessages: saved, usd: own }) => [
      month,
      'agent',
      agentId,
      agentName,
      String(turns),
      String(messages),
      String(saved),
      ...costs(own),
    ]),
    ...numbers.map(({ phoneNumberId, messages, usd: own }) => [
      month,
      'number',
      phoneNumberId,
      '',
      '',
      String(messages),
      '',
      ...costs(own),
    ]),
    [month, 'all', '', '', '', '', String(savedMessages), ...costs(usd)],
  ]
    .map(csvLine)
    .join('')
}
