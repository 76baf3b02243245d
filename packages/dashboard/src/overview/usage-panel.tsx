import { getUsage } from '@messaging/contract/dashboard/usage.ts'
import type { Usage } from '@messaging/contract/usage.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../api/read.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Panel } from '../ui/panel.tsx'
import { usdText } from '../ui/usd-text.ts'

/** What the agents of the organisation used this month. Nothing if none has answered. */
export function UsagePanel() {
  const { data } = useQuery(read(getUsage, {}))
  if (!data || data.agents.length === 0) return null
  return (
    <Panel title={`Agents this month: ${usdText(Number(data.usd))}`}>
      <DataTable label="Agents this month" columns={COLUMNS} rows={data.agents} rowKey={({ agentId }) => agentId} />
    </Panel>
  )
}

type Row = Usage['agents'][number]
const count = (title: string, of: (row: Row) => number): Column<Row> => ({
  title,
  align: 'end',
  render: (row) => of(row).toLocaleString('en'),
})
const COLUMNS: readonly Column<Row>[] = [
  {
    title: 'Agent',
    unlabelled: true,
    render: ({ agentId, agentName }) => (
      <Link to="/agents/$id" params={{ id: agentId }}>
        {agentName}
      </Link>
    ),
  },
  count('Turns', ({ turns }) => turns),
  count('Input tokens', ({ inputTokens }) => inputTokens),
  count('Output tokens', ({ outputTokens }) => outputTokens),
  count('Voice (s)', ({ transcriptionSeconds }) => transcriptionSeconds),
  { title: 'Price', align: 'end', render: ({ usd }) => usdText(Number(usd)) },
]
