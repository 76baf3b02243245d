import { type Agent, createAgent, listAgents } from '@messaging/contract/agents.ts'
import { IconPlus, IconRobot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { pageQuery } from '../ui/offset.ts'
import { OffsetPager } from '../ui/offset-pager.tsx'
import { Page } from '../ui/page.tsx'
import { When } from '../ui/when.tsx'
import { AgentStatus } from './agent-status.tsx'
import classes from './agents-page.module.css'
import { Picture } from './picture-panel.tsx'
import { words } from './words.ts'

const route = getRouteApi('/shell/agents')

const COLUMNS: readonly Column<Agent>[] = [
  {
    title: words.agentsPage.agent,
    unlabelled: true,
    render: ({ id, name, description, profilePicture }) => (
      <div className={classes.agent}>
        <Picture url={profilePicture} size={32} />
        <div>
          <Link to="/agents/$id" params={{ id }} className="row-link">
            {name}
          </Link>
          {description && <div className={classes.description}>{description}</div>}
        </div>
      </div>
    ),
  },
  { title: words.agentsPage.status, render: (agent) => <AgentStatus agent={agent} /> },
  {
    title: words.agentsPage.numbers,
    render: ({ phoneNumbers }) => phoneNumbers.map(({ phoneNumber }) => `+${phoneNumber}`).join(', ') || '–',
  },
  { title: words.agentsPage.sessions, align: 'end', render: ({ totalSessions }) => totalSessions },
  { title: words.agentsPage.messages, align: 'end', render: ({ totalMessages }) => totalMessages },
  { title: words.agentsPage.created, render: ({ createdAt }) => <When at={createdAt} /> },
]

export function AgentsPage() {
  const { offset = 0 } = route.useSearch()
  const query = useQuery(readList(listAgents, { query: pageQuery(offset) }))
  return (
    <Page
      title={words.agentsPage.agents}
      description={words.agentsPage.aiAgentsThatReply}
      actions={
        <LinkButton endpoint={createAgent} to="/agents/new" leftSection={<IconPlus size={16} aria-hidden />}>
          {words.agentsPage.addAgent}
        </LinkButton>
      }
    >
      <Loaded query={query}>
        {({ results, count, next }) =>
          results.length === 0 && offset === 0 ? (
            <NoAgents />
          ) : (
            <>
              <DataTable label={words.agentsPage.agents} columns={COLUMNS} rows={results} rowKey={({ id }) => id} />
              <OffsetPager offset={offset} shown={results.length} count={count} hasNext={next !== null} />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

function NoAgents() {
  return (
    <EmptyState
      icon={IconRobot}
      title={words.agentsPage.noAgentsYet}
      action={
        <LinkButton endpoint={createAgent} to="/agents/new">
          {words.agentsPage.addYourFirstAgent}
        </LinkButton>
      }
    >
      {words.agentsPage.anAgentRepliesTo}
    </EmptyState>
  )
}
