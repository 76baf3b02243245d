import { Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react'
import { LinkButton } from '../ui/link-button.tsx'
import { words } from './words.ts'

const ICON_SIZE = 14

/** Links to the newest, newer and older pages. The URL has the `cursor`. Hidden if there is only one page. */
export function DeliveriesPager({
  cursor,
  nextCursor,
  previousCursor,
}: {
  readonly cursor: string | undefined
  readonly nextCursor: string | null
  readonly previousCursor: string | null
}) {
  if (cursor === undefined && nextCursor === null) return null
  return (
    <Group component="nav" aria-label={words.list.pages} justify="space-between" mt="sm">
      <Group gap="xs">
        {cursor !== undefined && (
          <LinkButton
            to="."
            search={(search) => ({ ...search, cursor: undefined })}
            variant="default"
            size="xs"
            leftSection={<IconChevronsLeft size={ICON_SIZE} aria-hidden />}
          >
            {words.list.newest}
          </LinkButton>
        )}
        {cursor !== undefined && previousCursor !== null && (
          <LinkButton
            to="."
            search={(search) => ({ ...search, cursor: previousCursor })}
            variant="default"
            size="xs"
            leftSection={<IconChevronLeft size={ICON_SIZE} aria-hidden />}
          >
            {words.list.newer}
          </LinkButton>
        )}
      </Group>
      {nextCursor !== null && (
        <LinkButton
          to="."
          search={(search) => ({ ...search, cursor: nextCursor })}
          variant="default"
          size="xs"
          rightSection={<IconChevronRight size={ICON_SIZE} aria-hidden />}
        >
          {words.list.older}
        </LinkButton>
      )}
    </Group>
  )
}
