import { Button } from '@mantine/core'
import { getHandling, type Handling } from '@messaging/contract/dashboard/handling.ts'
import type { Period } from '@messaging/contract/dashboard/statistics.ts'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../api/read.ts'
import { downloadText } from '../ui/download-text.ts'
import { Panel } from '../ui/panel.tsx'
import { usdText } from '../ui/usd-text.ts'
import classes from './figures.module.css'
import { Figure } from './figures.tsx'
import { handlingCsv, handlingFigures } from './handling-figures.ts'
import { percentText } from './percent-text.ts'
import { PERIOD_NAMES } from './period-tabs.tsx'

/** Who handled the conversations of a period: agents alone, or people and why. Nothing if no agent has replied. */
export function HandlingPanel({ period }: { readonly period: Period }) {
  const { data } = useQuery(read(getHandling, { query: { period } }))
  return data && data.conversations.length > 0 ? <Handled handling={data} period={period} /> : null
}

function Handled({
  handling: { conversations, hasMore },
  period,
}: {
  readonly handling: Handling
  readonly period: Period
}) {
  const { total, alone, aloneShare, handedOver, takenOver, usdEach, reasons } = handlingFigures(conversations)
  const save = () => downloadText(`conversations-${period}.csv`, 'text/csv', handlingCsv(conversations))
  return (
    <Panel
      title={`Conversations with agents, last ${PERIOD_NAMES[period]}`}
      actions={
        <Button size="xs" variant="default" leftSection={<IconDownload size={14} aria-hidden />} onClick={save}>
          CSV
        </Button>
      }
    >
      <dl className={classes.figures}>
        <Figure label={hasMore ? 'Latest conversations' : 'Conversations'}>{total.toLocaleString('en')}</Figure>
        <Figure label="Answered without a person">{percentText(aloneShare)}</Figure>
        <Figure label="Agent alone">{alone.toLocaleString('en')}</Figure>
        <Figure label="Handed over">{handedOver.toLocaleString('en')}</Figure>
        <Figure label="Taken over">{takenOver.toLocaleString('en')}</Figure>
        <Figure label="Price each">{usdEach === null ? '–' : usdText(usdEach)}</Figure>
      </dl>
      {reasons.length > 0 && (
        <>
          <h3>Why they were handed over</h3>
          <ul>
            {reasons.map(({ reason, times }) => (
              <li key={reason}>
                {reason} ({times.toLocaleString('en')})
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}
