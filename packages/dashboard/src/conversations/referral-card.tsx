import { Anchor, Text } from '@mantine/core'
import type { Referral } from '@replywright/contract/referral.ts'
import { IconSpeakerphone } from '@tabler/icons-react'
import { Hint } from '../ui/text.tsx'
import classes from './conversation.module.css'

/** The ad or post from which a customer came. */
export function ReferralCard({ referral }: { readonly referral: Referral }) {
  const { headline, body, sourceUrl, sourceType, sourceId } = referral
  return (
    <aside className={classes.card} aria-label="Referral">
      <Hint>
        <IconSpeakerphone size={13} aria-hidden /> {sourceType === 'post' ? 'Came from a post' : 'Came from an ad'}
      </Hint>
      {headline && <Text fw={600}>{headline}</Text>}
      {body && <Text>{body}</Text>}
      {/^https?:/i.test(sourceUrl) ? (
        <Anchor href={sourceUrl} target="_blank" rel="noreferrer" size="xs">
          {sourceUrl}
        </Anchor>
      ) : (
        sourceId && <Hint>{sourceId}</Hint>
      )}
    </aside>
  )
}
