import type { Usage } from '@replywright/contract/usage.ts'
import { type Command, type Input, type Session, TEXT } from '../command.ts'
import { readMonth } from '../read-options.ts'
import { type Report, tableReport } from '../report.ts'

export const usageCommand: Command = {
  group: 'Inspect',
  name: 'usage',
  summary:
    "Show what an organisation's agents used in a month: turns, tokens, messages, and USD of provider, models and AWS",
  usage: '[--month 2026-11]',
  required: ['organization'],
  positional: 'organization',
  options: { organization: TEXT, month: TEXT },
  run,
}

async function run({ organization = '', month }: Input, { now }: Session): Promise<Report> {
  const { monthOf } = await import('@replywright/core/platform/clock.ts')
  const { viewUsage } = await import('@replywright/core/agents/usage/usage.ts')
  const usage = await viewUsage(organization, month === undefined ? monthOf(now) : readMonth(month))
  return tableReport({
    rows: usage.agents,
    columns: [
      { title: 'AGENT', of: ({ agentName, deleted }) => (deleted ? `${agentName} (deleted)` : agentName) },
      { title: 'TURNS', of: ({ turns }) => String(turns), whole: true },
      { title: 'INPUT', of: ({ inputTokens }) => String(inputTokens), whole: true },
      { title: 'CACHED', of: ({ cachedTokens }) => String(cachedTokens), whole: true },
      { title: 'OUTPUT', of: ({ outputTokens }) => String(outputTokens), whole: true },
      { title: 'VOICE (S)', of: ({ transcriptionSeconds }) => String(transcriptionSeconds), whole: true },
      { title: 'MESSAGES', of: ({ messages }) => String(messages), whole: true },
      { title: 'PROVIDER', of: ({ usd }) => usd.provider ?? 'unknown', whole: true },
      { title: 'MODEL', of: ({ usd }) => usd.model, whole: true },
      { title: 'AWS', of: ({ usd }) => usd.aws, whole: true },
    ],
    json: usage,
    empty: `No agent of the organisation ended a turn or sent a message in ${usage.month}, or the organisation does not exist.`,
    notes: notesOf(usage),
  })
}

function notesOf({ month, usd, numbers, unpricedMessages, ratesDate }: Usage): string[] {
  return [
    `USD in ${month}: provider ${usd.provider ?? 'unknown'}, models ${usd.model}, AWS ${usd.aws} (estimated)`,
    ...numbers.map(({ phoneNumberId, messages, freeMessagesUsed, usd: { provider } }) => {
      const free = Object.entries(freeMessagesUsed).map(
        ([category, count]) => `${count} of the free ${category} messages used`,
      )
      return [`number ${phoneNumberId}: ${messages} messages, ${provider ?? 'unknown'} USD`, ...free].join(', ')
    }),
    ...(unpricedMessages > 0
      ? [`${unpricedMessages} messages have no known price: set their rates in the context rateCard`]
      : []),
    ...(ratesDate === '' ? [] : [`rates of ${ratesDate}`]),
  ]
}
