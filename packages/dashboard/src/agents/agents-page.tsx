import { Group } from '@mantine/core'
import { type Agent, createAgent, listAgents } from '@replywright/contract/agents.ts'
import { IconRobot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { readList } from '../api/call.ts'
import { type Column, RowLink } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { AddLink } from '../ui/link-button.tsx'
import { pageQuery } from '../ui/offset.ts'
import { Page } from '../ui/page.tsx'
import { ResourceList } from '../ui/resource-list.tsx'
import { PhoneNumbers } from '../ui/text.tsx'
import { When } from '../ui/when.tsx'
import { AgentStatus } from './agent-status.tsx'
import { Picture } from './picture-panel.tsx'

const ADD = (
  <AddLink endpoint={createAgent} to="/agents/new">
    New agent
  </AddLink>
)

const route = getRouteApi('/shell/agents')

const COLUMNS: readonly Column<Agent>[] = [
  {
    title: 'Agent',
    unlabelled: true,
    render: ({ id, name, description, profilePicture }) => (
      <Group gap={10} wrap="nowrap">
        <Picture url={profilePicture} size={32} />
        <RowLink to="/agents/$id" params={{ id }} label={name} hint={description} />
      </Group>
    ),
  },
  { title: 'Status', render: (agent) => <AgentStatus agent={agent} /> },
  {
    title: 'Numbers',
    render: ({ phoneNumbers }) =>
      phoneNumbers.length === 0 ? '–' : <PhoneNumbers numbers={phoneNumbers.map(({ phoneNumber }) => phoneNumber)} />,
  },
  { title: 'Sessions', align: 'end', render: ({ totalSessions }) => Number(totalSessions).toLocaleString('en') },
  { title: 'Messages', align: 'end', render: ({ totalMessages }) => Number(totalMessages).toLocaleString('en') },
  { title: 'Created', render: ({ createdAt }) => <When at={createdAt} /> },
]

export function AgentsPage() {
  const { offset } = route.useSearch()
  const query = useQuery(readList(listAgents, { query: pageQuery(offset) }))
  return (
    <Page
      title="Agents"
      description="AI agents that reply to your customers, with their instructions, tools, documents and memory."
      actions={ADD}
    >
      <ResourceList
        query={query}
        label="Agents"
        columns={COLUMNS}
        offset={offset}
        empty={
          <EmptyState icon={IconRobot} title="No agents yet" action={ADD}>
            An agent replies to customers according to your instructions. You can try it before you connect it to a
            number.
          </EmptyState>
        }
      />
    </Page>
  )
}
