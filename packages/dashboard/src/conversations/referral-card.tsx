import { Anchor, Text } from '@mantine/core'
import type { Referral } from '@messaging/contract/referral.ts'
import { IconSpeakerphone } from '@tabler/icons-react'
import classes from './referral-card.module.css'

/** The ad or post from which a customer came. */
export function ReferralCard({ referral }: { readonly referral: Referral }) {
  const { headline, body, sourceUrl, sourceType, sourceId } = referral
  return (
    <aside className={classes.card} aria-label="Referral">
      <Text size="xs" c="dimmed">
        <IconSpeakerphone size={13} aria-hidden /> {sourceType === 'post' ? 'Came from a post' : 'Came from an ad'}
      </Text>
      {headline && (
        <Text size="sm" fw={600}>
          {headline}
        </Text>
      )}
      {body && <Text size="sm">{body}</Text>}
      {/^https?:/i.test(sourceUrl) ? (
        <Anchor href={sourceUrl} target="_blank" rel="noreferrer" size="xs">
          {sourceUrl}
        </Anchor>
      ) : (
        sourceId && (
          <Text size="xs" c="dimmed">
            {sourceId}
          </Text>
        )
      )}
    </aside>
  )
}
