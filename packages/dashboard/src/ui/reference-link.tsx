import { Anchor } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useMe } from '../api/use-me.ts'
import { referenceSection, referenceUrl } from './reference-url.ts'

/** A link from a page to its section of the API reference, if it has one. */
export function ReferenceLink() {
  const { data: me } = useMe()
  const pathname = useLocation({ select: (location) => location.pathname })
  if (!me || referenceSection(pathname) === undefined) return null
  return (
    <Anchor
      href={referenceUrl(me.apiBaseUrl, pathname)}
      target="_blank"
      rel="noreferrer"
      size="xs"
      c="dimmed"
      underline="always"
    >
      API reference
    </Anchor>
  )
}
