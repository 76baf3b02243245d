import { IconMapPinOff } from '@tabler/icons-react'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Page } from '../ui/page.tsx'
import { words } from './words.ts'

export function NotFoundPage() {
  return (
    <Page title={words.notFound.title}>
      <EmptyState
        icon={IconMapPinOff}
        title={words.notFound.heading}
        action={
          <LinkButton to="/" variant="default">
            {words.notFound.home}
          </LinkButton>
        }
      >
        {words.notFound.text}
      </EmptyState>
    </Page>
  )
}
