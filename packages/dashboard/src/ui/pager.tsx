import { Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react'
import { PageLink } from './page-link.tsx'
import { words } from './words.ts'

/**
 * Links to a list's newest, newer and older items. The URL has the `cursor`. Hidden if there is only one page, and
 * without a link to newer items if there is no `previousCursor`.
 */
export function CursorPager({
  cursor,
  nextCursor,
  previousCursor = null,
}: {
  readonly cursor: string | undefined
  readonly nextCursor: string | null
  readonly previousCursor?: string | null
}) {
  if (cursor === undefined && nextCursor === null) return null
  return (
    <Group component="nav" aria-label={words.list.pages} justify="space-between" mt="sm">
      <Group gap="xs">
        {cursor !== undefined && (
          <PageLink change={{ cursor: undefined }} leftIcon={IconChevronsLeft}>
            {words.list.newest}
          </PageLink>
        )}
        {cursor !== undefined && previousCursor !== null && (
          <PageLink change={{ cursor: previousCursor }} leftIcon={IconChevronLeft}>
            {words.list.newer}
          </PageLink>
        )}
      </Group>
      {nextCursor !== null && (
        <PageLink change={{ cursor: nextCursor }} rightIcon={IconChevronRight}>
          {words.list.older}
        </PageLink>
      )}
    </Group>
  )
}
