import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import classes from './back-to-list.module.css'
import { listSearch } from './filters.ts'

const BackLink = createLink(ActionIcon<'a'>)

/** Leads from an opened conversation to the list, with its filters. Shown on narrow screens, which show one of both. */
export function BackToList() {
  return (
    <BackLink
      component="a"
      className={classes.back}
      to="/conversations"
      search={listSearch}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label="Back to conversations"
    >
      <IconArrowLeft size={20} aria-hidden />
    </BackLink>
  )
}
