import { Group } from '@mantine/core'
import { IconChevronRight, IconChevronsLeft } from '@tabler/icons-react'
import { LinkButton } from './link-button.tsx'
import { words } from './words.ts'

/** Links to a list's newest and older items. The URL has the `cursor`. Hidden if there is only one page. */
export function CursorPager({
  cursor,
  nextCursor,
}: {
  readonly cursor: string | undefined
  readonly nextCursor: string | null
}) {
  if (cursor === undefined && nextCursor === null) return null
  return (
    <Group component="nav" aria-label={words.list.pages} justify="space-between" mt="sm">
      {cursor === undefined ? (
        <span />
      ) : (
        <LinkButton
          to="."
          search={(search) => ({ ...search, cursor: undefined })}
          variant="default"
          size="xs"
          leftSection={<IconChevronsLeft size={14} aria-hidden />}
        >
          {words.list.newest}
        </LinkButton>
      )}
      {nextCursor !== null && (
        <LinkButton
          to="."
          search={(search) => ({ ...search, cursor: nextCursor })}
          variant="default"
          size="xs"
          rightSection={<IconChevronRight size={14} aria-hidden />}
        >
          {words.list.older}
        </LinkButton>
      )}
    </Group>
  )
}
