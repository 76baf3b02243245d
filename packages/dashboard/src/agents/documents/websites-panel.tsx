import { Anchor, Button, Text } from '@mantine/core'
import type { Agent } from '@replywright/contract/agents.ts'
import { readWebsite } from '@replywright/contract/agents-files.ts'
import { IconRefresh } from '@tabler/icons-react'
import { Allowed } from '../../ui/allowed.tsx'
import { Panel } from '../../ui/page.tsx'
import cards from '../../ui/shared.module.css'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useAction } from '../../ui/use-action.ts'
import { When } from '../../ui/when.tsx'
import classes from '../agent.module.css'
import { STATUSES } from './document-row.tsx'
import { pagesText } from './document-words.ts'

/** The websites that are read daily, with their pages. Nothing if there are none. */
export function WebsitesPanel({ agent, isReadOnly }: { readonly agent: Agent; readonly isReadOnly: boolean }) {
  const websites = agent.websiteTools.filter(({ daily, active }) => daily && active)
  if (websites.length === 0) return null
  return (
    <Panel title="Pages of websites">
      <Text c="dimmed" mb="xs">
        Read once a day. Websites are added among the tools of the agent.
      </Text>
      {websites.map((website) => (
        <div key={website.id}>
          <Website website={website} />
          {!isReadOnly && <ReadNow agentId={agent.id} website={website} />}
        </div>
      ))}
    </Panel>
  )
}

type WebsiteTool = Agent['websiteTools'][number]

/** Has a website read at once. Disabled while it is read. */
function ReadNow({
  agentId,
  website: { id, url, reading },
}: {
  readonly agentId: string
  readonly website: WebsiteTool
}) {
  const request = useAction(readWebsite, { done: 'The website is being read' })
  const label = reading ? 'Being read' : 'Read now'
  return (
    <Allowed endpoint={readWebsite}>
      <Button
        size="compact-xs"
        variant="default"
        mt={4}
        leftSection={<IconRefresh size={14} aria-hidden />}
        aria-label={`${label}: ${url}`}
        disabled={reading}
        loading={request.isPending}
        onClick={() => request.run({ params: { id: agentId, toolId: id } })}
      >
        {label}
      </Button>
    </Allowed>
  )
}

function Website({ website: { url, readAt, reading, problem, readPages = [] } }: { readonly website: WebsiteTool }) {
  return (
    <details open={readPages.length <= 20}>
      <summary>
        <bdi>{url}</bdi>: {pagesText(readPages)},{' '}
        {readAt ? (
          <>
            read <When at={readAt} />
          </>
        ) : (
          'not read yet'
        )}
        {reading && ', being read'}
      </summary>
      {problem !== undefined && (
        <Text size="xs" className={classes.problem}>
          {problem}
        </Text>
      )}
      <ul className={cards.list} hidden={readPages.length === 0}>
        {readPages.map(({ id, url: page, title, status, problem: reason }) => (
          <li key={id} className={classes.document}>
            <span className={classes.documentName}>
              <Anchor href={page} target="_blank" rel="noreferrer" size="sm">
                <bdi>{title || page}</bdi>
              </Anchor>
            </span>
            <StatusBadge {...STATUSES[status]} />
            <span />
            {reason !== undefined && <span className={classes.problem}>{reason}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}
