import { Anchor, Text } from '@mantine/core'
import type { Agent } from '@replywright/contract/agents.ts'
import { Panel } from '../../ui/page.tsx'
import cards from '../../ui/shared.module.css'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { When } from '../../ui/when.tsx'
import classes from '../agent.module.css'
import { STATUSES } from './document-row.tsx'
import { pagesText } from './document-words.ts'

/** The websites that are read daily, with their pages. Nothing if there are none. */
export function WebsitesPanel({ agent }: { readonly agent: Agent }) {
  const websites = agent.websiteTools.filter(({ daily, active }) => daily && active)
  if (websites.length === 0) return null
  return (
    <Panel title="Pages of websites">
      <Text c="dimmed" mb="xs">
        Read once a day. Websites are added among the tools of the agent.
      </Text>
      {websites.map((website) => (
        <Website key={website.id} website={website} />
      ))}
    </Panel>
  )
}

function Website({
  website: { url, readAt, problem, readPages = [] },
}: {
  readonly website: Agent['websiteTools'][number]
}) {
  return (
    <details open={readPages.length <= 20}>
      <summary>
        <bdi>{url}</bdi>: {pagesText(readPages)},{' '}
        {readAt ? (
          <>
            read <When at={readAt} />
          </>
        ) : (
          'being read'
        )}
      </summary>
      {problem !== undefined && (
        <Text size="xs" className={classes.problem}>
          {problem}
        </Text>
      )}
      <ul className={cards.list}>
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
