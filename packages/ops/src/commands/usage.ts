import { type Command, type Input, type Session, TEXT } from '../command.ts'
import { readMonth } from '../read-options.ts'
import { type Report, tableReport } from '../report.ts'

export const usageCommand: Command = {
  group: 'Inspect',
  name: 'usage',
  summary: "Show what an organisation's agents used in a month: turns, tokens, transcribed seconds and USD",
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
      { title: 'AGENT', of: ({ agentName }) => agentName },
      { title: 'TURNS', of: ({ turns }) => String(turns), whole: true },
      { title: 'INPUT', of: ({ inputTokens }) => String(inputTokens), whole: true },
      { title: 'CACHED', of: ({ cachedTokens }) => String(cachedTokens), whole: true },
      { title: 'OUTPUT', of: ({ outputTokens }) => String(outputTokens), whole: true },
      { title: 'VOICE (S)', of: ({ transcriptionSeconds }) => String(transcriptionSeconds), whole: true },
      { title: 'USD', of: ({ usd }) => usd, whole: true },
    ],
    json: usage,
    empty: `No agent of the organisation ended a turn in ${usage.month}, or the organisation does not exist.`,
    notes: [`${usage.usd} USD in ${usage.month}, as far as the prices of the models are known`],
  })
}
