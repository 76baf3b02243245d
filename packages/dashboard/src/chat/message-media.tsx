import { Anchor, Text } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './chat.module.css'
import { mediaKind } from './media-kind.ts'

/** A file of a message, shown as what it is. */
export function MessageMedia({ url, mimeType }: { readonly url: string; readonly mimeType: string }) {
  const [isBroken, setBroken] = useState(false)
  const kind = mediaKind(mimeType)
  if (!/^https?:/i.test(url))
    return (
      <Text size="xs" c="dimmed">
        A file that is not there any more
      </Text>
    )
  if (kind === 'image' && !isBroken)
    return (
      <a href={url} target="_blank" rel="noreferrer">
        <img className={classes.image} src={url} alt="Attached" loading="lazy" onError={() => setBroken(true)} />
      </a>
    )
  if (kind === 'video' && !isBroken)
    return (
      <video className={classes.player} src={url} controls preload="metadata" onError={() => setBroken(true)}>
        <track kind="captions" />
      </video>
    )
  if (kind === 'audio' && !isBroken)
    return (
      <audio className={classes.player} src={url} controls preload="metadata" onError={() => setBroken(true)}>
        <track kind="captions" />
      </audio>
    )
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
      <IconFile size={14} aria-hidden /> {mimeType || 'File'}
    </Anchor>
  )
}
