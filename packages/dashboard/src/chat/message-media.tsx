import { Anchor, Text } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { useState } from 'react'
import { useMe } from '../api/use-me.ts'
import classes from './chat.module.css'
import { fileWords, isShown, mediaKind } from './media-kind.ts'

export interface MediaFile {
  readonly url: string
  readonly mimeType: string
  /** The file's name, if it is known. */
  readonly name?: string | null
}

/** A file of a message, shown by its type. */
export function MessageMedia({ file: { url, mimeType, name } }: { readonly file: MediaFile }) {
  const [isBroken, setBroken] = useState(false)
  const { data: me } = useMe()
  const kind = isShown(url, me?.apiBaseUrl) && !isBroken ? mediaKind(mimeType) : 'file'
  if (!/^https?:/i.test(url))
    return (
      <Text size="xs" c="dimmed">
        File no longer available
      </Text>
    )
  if (kind === 'image')
    return (
      <a href={url} target="_blank" rel="noreferrer">
        <img
          className={classes.image}
          src={url}
          alt={name ?? 'Attached'}
          loading="lazy"
          onError={() => setBroken(true)}
        />
      </a>
    )
  if (kind === 'video')
    return (
      <video className={classes.player} src={url} controls preload="metadata" onError={() => setBroken(true)}>
        <track kind="captions" />
      </video>
    )
  if (kind === 'audio')
    return (
      <audio className={classes.player} src={url} controls preload="metadata" onError={() => setBroken(true)}>
        <track kind="captions" />
      </audio>
    )
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
      <IconFile size={14} aria-hidden /> {name ?? fileWords(url, mimeType)}
    </Anchor>
  )
}
