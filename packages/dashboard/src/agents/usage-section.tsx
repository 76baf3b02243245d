import type { Agent } from '@replywright/contract/agents.ts'
import { type AgentUsage, getAgentUsage } from '@replywright/contract/dashboard/agents.ts'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../api/call.ts'
import classes from '../overview/overview.module.css'
import { Figure } from '../overview/statistics.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { usdText } from '../ui/number-text.ts'
import { Loaded, Panel } from '../ui/page.tsx'
import { Hint } from '../ui/text.tsx'
import { durationText } from '../ui/time-words.ts'
import { providerText, usdSum, usdSumText } from '../ui/usd-words.ts'

/** What the agent used since it was created, and in each of the last twelve months. */
export function UsageSection({ agent: { id } }: { readonly agent: Agent }) {
  return (
    <Loaded query={useQuery(read(getAgentUsage, { params: { id } }))}>
      {(usage) =>
        usage.months.every(({ turns }) => turns === 0) && usage.messages === 0 ? (
          <EmptyState icon={IconReceipt} title="No usage yet">
            The price and the tokens of the agent’s replies appear here.
          </EmptyState>
        ) : (
          <Usage usage={usage} />
        )
      }
    </Loaded>
  )
}

function Usage({ usage }: { readonly usage: AgentUsage }) {
  const { messages, sessions, credits, inputTokens, outputTokens, transcriptionSeconds, usd, months } = usage
  const isPriced = Number(usd.model) > 0 || inputTokens + outputTokens === 0
  const sum = usdSum(usd)
  const [current] = months
  return (
    <>
      <Panel title="Usage">
        <dl className={classes.figures}>
          <Figure label="Cost this month">{isPriced && current ? usdSumText(current.usd) : '–'}</Figure>
          <Figure label="Since creation">{isPriced ? usdSumText(usd) : '–'}</Figure>
          <Figure label="Per conversation">
            {isPriced && sessions > 0 && sum !== null ? usdText(sum / sessions) : '–'}
          </Figure>
          <Figure label="Conversations">{sessions.toLocaleString('en')}</Figure>
          <Figure label="Messages sent">{messages.toLocaleString('en')}</Figure>
          <Figure label="Tokens">{COMPACT.format(inputTokens + outputTokens)}</Figure>
          {transcriptionSeconds > 0 && <Figure label="Voice heard">{voiceText(transcriptionSeconds)}</Figure>}
          {credits > 0 && <Figure label="Tool credits">{credits.toLocaleString('en')}</Figure>}
        </dl>
        <Hint mt="xs">
          Models charge for tokens; one is about ¾ of an English word. Input is what the model read: instructions,
          conversation, documents and results of tools. Output is what it wrote. The messaging provider charges for
          delivered messages; what AWS charges is estimated.
          {!isPriced && ' The prices of its models are not known.'}
          {credits > 0 && ' Tool credits are not money: they add up the credit cost that you set for each tool call.'}
        </Hint>
      </Panel>
      <Panel title="By month">
        <DataTable label="By month" columns={COLUMNS} rows={months} rowKey={({ month }) => month} />
      </Panel>
    </>
  )
}

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const voiceText = (seconds: number) => (seconds === 0 ? '0 s' : durationText(seconds * 1000))

type Month = AgentUsage['months'][number]
const column = (title: string, render: (month: Month) => string): Column<Month> => ({ title, align: 'end', render })
const COLUMNS: readonly Column<Month>[] = [
  { title: 'Month', unlabelled: true, render: ({ month }) => MONTH.format(new Date(month)) },
  column('Turns', ({ turns }) => turns.toLocaleString('en')),
  column('Input tokens', ({ inputTokens }) => inputTokens.toLocaleString('en')),
  column('From cache', ({ cachedTokens }) => cachedTokens.toLocaleString('en')),
  column('Output tokens', ({ outputTokens }) => outputTokens.toLocaleString('en')),
  column('Voice', ({ transcriptionSeconds }) => voiceText(transcriptionSeconds)),
  column('Provider', ({ usd }) => providerText(usd)),
  column('Models', ({ usd }) => usdText(Number(usd.model))),
  column('AWS', ({ usd }) => usdText(Number(usd.aws))),
]
