import { Button, Stack } from '@mantine/core'
import { MOST_AGENTS_IN_USAGE } from '@replywright/contract/dashboard/usage.ts'
import { LARGEST_LIMIT } from '@replywright/contract/page.ts'
import { listPhoneNumbers } from '@replywright/contract/phone-numbers.ts'
import { getUsage, type Usage } from '@replywright/contract/usage.ts'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read, readList } from '../api/call.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { downloadText } from '../ui/download-text.ts'
import { usdText } from '../ui/number-text.ts'
import { Panel } from '../ui/page.tsx'
import { Hint } from '../ui/text.tsx'
import { providerText, usdSumText } from '../ui/usd-words.ts'
import { usageCsv } from './usage-csv.ts'
import { type UsageRow, usageRows } from './usage-rows.ts'

/** What the organisation's agents and messages cost this month. Nothing if there are none. */
export function UsagePanel() {
  const { data } = useQuery(read(getUsage, { query: { limit: String(MOST_AGENTS_IN_USAGE) } }))
  if (!data || (data.agents.length === 0 && data.numbers.length === 0)) return null
  const { month, usd, unpricedMessages, savedMessages, ratesDate } = data
  const save = () => downloadText(`cost-${month}.csv`, 'text/csv', usageCsv(data))
  return (
    <Panel
      title={`Cost this month: ${usdSumText(usd)}`}
      actions={
        <Button size="xs" variant="default" leftSection={<IconDownload size={14} aria-hidden />} onClick={save}>
          Download CSV
        </Button>
      }
    >
      <Hint mb="xs">
        Provider {providerText(usd)}, models {usdText(Number(usd.model))}, AWS about {usdText(Number(usd.aws))}.
        {unpricedMessages > 0 &&
          ` ${unpricedMessages.toLocaleString('en')} ${unpricedMessages === 1 ? 'message has' : 'messages have'} no known price.`}
        {savedMessages > 0 &&
          ` Packed replies saved ${savedMessages.toLocaleString('en')} ${savedMessages === 1 ? 'message' : 'messages'}.`}
        {ratesDate && ` The provider’s rates are of ${ratesDate}.`}
      </Hint>
      <Stack gap="md">
        <DataTable
          label="Cost by agent"
          columns={AGENTS}
          rows={usageRows(data.agents)}
          rowKey={({ agentId }) => agentId ?? ''}
        />
        {data.agents.length === MOST_AGENTS_IN_USAGE && <Hint>The {MOST_AGENTS_IN_USAGE} agents that cost most.</Hint>}
        {data.numbers.length > 0 && <NumbersTable numbers={data.numbers} />}
      </Stack>
    </Panel>
  )
}

type NumberRow = Usage['numbers'][number]

function count<Row>(title: string, of: (row: Row) => number): Column<Row> {
  return { title, align: 'end', render: (row) => of(row).toLocaleString('en') }
}

function costColumns<Row extends Pick<UsageRow, 'usd'>>(): Column<Row>[] {
  return [
    { title: 'Provider', align: 'end', render: ({ usd }) => providerText(usd) },
    { title: 'Models', align: 'end', render: ({ usd }) => usdText(Number(usd.model)) },
    { title: 'AWS', align: 'end', render: ({ usd }) => usdText(Number(usd.aws)) },
  ]
}

const AGENTS: readonly Column<UsageRow>[] = [
  {
    title: 'Agent',
    unlabelled: true,
    render: ({ agentId, agentName }) =>
      agentId === undefined ? (
        agentName
      ) : (
        <Link to="/agents/$id" params={{ id: agentId }}>
          {agentName}
        </Link>
      ),
  },
  count('Turns', ({ turns }) => turns),
  count('Messages', ({ messages }) => messages),
  count('Input tokens', ({ inputTokens }) => inputTokens),
  count('Output tokens', ({ outputTokens }) => outputTokens),
  count('Voice (s)', ({ transcriptionSeconds }) => transcriptionSeconds),
  ...costColumns<UsageRow>(),
]

const NUMBERS: readonly Column<NumberRow>[] = [
  count('Messages', ({ messages }) => messages),
  count('Free messages used', ({ freeMessagesUsed }) => Object.values(freeMessagesUsed).reduce((sum, n) => sum + n, 0)),
  count('Without a price', ({ unpricedMessages }) => unpricedMessages),
  ...costColumns<NumberRow>(),
]

/** Shows phone numbers. One that has left the organisation has the provider's id only. */
function NumbersTable({ numbers }: Pick<Usage, 'numbers'>) {
  const { data } = useQuery(readList(listPhoneNumbers, { query: { limit: String(LARGEST_LIMIT) } }))
  const known = new Map(data?.results.map(({ msgPhoneNumberId, number }) => [msgPhoneNumberId, number]))
  const name: Column<NumberRow> = {
    title: 'Number',
    unlabelled: true,
    render: ({ phoneNumberId }) => known.get(phoneNumberId) ?? phoneNumberId,
  }
  return (
    <DataTable
      label="Cost by number"
      columns={[name, ...NUMBERS]}
      rows={numbers}
      rowKey={({ phoneNumberId }) => phoneNumberId}
    />
  )
}
