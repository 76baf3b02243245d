import { Button, Stack } from '@mantine/core'
import { getHandling, type Handling } from '@replywright/contract/dashboard/overview.ts'
import type { Period } from '@replywright/contract/dashboard/statistics.ts'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../api/call.ts'
import { FAILURE_TEXTS } from '../conversations/failure-words.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { downloadText } from '../ui/download-text.ts'
import { percentText, usdText } from '../ui/number-text.ts'
import { Panel } from '../ui/page.tsx'
import { Bullets, PercentileText } from '../ui/text.tsx'
import { figuresByAgent, handlingCsv, handlingFigures } from './handling-figures.ts'
import classes from './overview.module.css'
import { Causes, Figure, PERIOD_NAMES } from './statistics.tsx'

/** Who handled the conversations of a period: agents alone, or people and why. Nothing if no agent has replied or failed. */
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
  const { total, alone, aloneShare, handedOver, takenOver, usdEach, firstAnswer, reasons, failures } =
    handlingFigures(conversations)
  const byAgent = figuresByAgent(conversations)
  const hasCauses = failures.length > 0 || reasons.length > 0
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
        <Figure label="Taken over unasked">{takenOver.toLocaleString('en')}</Figure>
        <Figure label="First answer, median">
          <PercentileText ms={firstAnswer.median} />
        </Figure>
        <Figure label="First answer, slowest 10%">
          <PercentileText ms={firstAnswer.slowestTenth} />
        </Figure>
        <Figure label="Price of 1,000">{usdEach === null ? '–' : usdText(usdEach * 1000)}</Figure>
      </dl>
      <div className={classes.columns} data-alone={byAgent.length === 1 || !hasCauses || undefined}>
        {byAgent.length > 1 && (
          <section>
            <h3>By agent</h3>
            <DataTable label="By agent" columns={COLUMNS} rows={byAgent} rowKey={({ agentId }) => agentId} />
          </section>
        )}
        {hasCauses && (
          <Stack>
            {failures.length > 0 && (
              <section>
                <h3>Failed replies by cause</h3>
                <Causes
                  causes={failures}
                  total={failures.reduce((sum, { count }) => sum + count, 0)}
                  linkOf={(failure) => (
                    <Link to="/conversations" search={{ failure }}>
                      {FAILURE_TEXTS[failure]}
                    </Link>
                  )}
                />
              </section>
            )}
            {reasons.length > 0 && (
              <section>
                <h3>Why they were handed over</h3>
                <Bullets>
                  {reasons.map(({ cause, count }) => (
                    <li key={cause}>
                      {cause} ({count.toLocaleString('en')})
                    </li>
                  ))}
                </Bullets>
              </section>
            )}
          </Stack>
        )}
      </div>
    </Panel>
  )
}

type AgentFigures = ReturnType<typeof figuresByAgent>[number]
const COLUMNS: readonly Column<AgentFigures>[] = [
  {
    title: 'Agent',
    unlabelled: true,
    render: ({ agentId, name }) =>
      name === '' ? (
        'Deleted agents'
      ) : (
        <Link to="/agents/$id" params={{ id: agentId }}>
          {name}
        </Link>
      ),
  },
  { title: 'Conversations', align: 'end', render: ({ total }) => total.toLocaleString('en') },
  { title: 'Without a person', align: 'end', render: ({ aloneShare }) => percentText(aloneShare) },
  { title: 'Handed over', align: 'end', render: ({ handedOver }) => handedOver.toLocaleString('en') },
  {
    title: 'First answer, median',
    align: 'end',
    render: ({ firstAnswer }) => <PercentileText ms={firstAnswer.median} />,
  },
  { title: 'Price each', align: 'end', render: ({ usdEach }) => (usdEach === null ? '–' : usdText(usdEach)) },
]
