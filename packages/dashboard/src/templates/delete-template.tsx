import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { listTemplateLinks } from '@messaging/contract/dashboard/template-links.ts'
import { unpublishTemplate } from '@messaging/contract/template-publishing.ts'
import { deleteTemplate, type Template } from '@messaging/contract/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { readList } from '../api/read.ts'
import { useAction } from '../api/use-action.ts'
import { Allowed } from '../ui/allowed.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { tell } from '../ui/tell.ts'
import { words } from './words.ts'

const { deleting: texts, publishing } = words

/** Deletes the draft of a template, and on request what the provider has of it. */
export function DeleteTemplate({ template: { id, name, accountLinks } }: { readonly template: Template }) {
  const [isConfirming, setConfirming] = useState(false)
  const [alsoUnpublish, setAlsoUnpublish] = useState(true)
  const navigate = useNavigate()
  const { data: links = [] } = useQuery(readList(listTemplateLinks, { query: { templateId: id } }))
  const nameOf = (accountId: string) =>
    accountLinks.find((link) => link.accountId === accountId)?.accountName ?? accountId
  const deleting = useAction(deleteTemplate, {
    onDone: () => {
      tell(texts.deleted(name))
      void navigate({ to: '/templates', ignoreBlocker: true })
    },
  })
  const unpublishing = useAction(unpublishTemplate, {
    onDone: ({ unpublishErrors }) => {
      if (unpublishErrors.length === 0) deleting.mutate({ params: { id } })
    },
  })
  const failures = (unpublishing.data?.unpublishErrors ?? []).map(({ accountId, error }) =>
    publishing.failure(nameOf(accountId), error),
  )
  const failure =
    failures.length > 0
      ? new ApiError(texts.notUnpublished(failures.join(' ')), { status: 200, code: 'upstream_error' })
      : undefined
  const accountIds = links.map(({ accountId }) => accountId)
  const isPublished = accountIds.length > 0
  return (
    <>
      <Allowed endpoint={deleteTemplate}>
        <Button variant="default" onClick={() => setConfirming(true)}>
          {texts.button}
        </Button>
      </Allowed>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        title={texts.title(name)}
        confirm={texts.confirm}
        danger
        typed={isPublished ? name : undefined}
        onConfirm={() =>
          isPublished && alsoUnpublish
            ? unpublishing.mutate({ params: { id }, body: { accountIds } })
            : deleting.mutate({ params: { id } })
        }
        isPending={deleting.isPending || unpublishing.isPending}
        error={deleting.error ?? unpublishing.error ?? failure}
      >
        {isPublished ? (
          <Stack gap="sm">
            <Text size="sm">{texts.published(accountIds.map(nameOf).join(', '))}</Text>
            <Checkbox
              label={texts.alsoUnpublish}
              description={alsoUnpublish ? texts.alsoUnpublishEffect : texts.keepsPublished}
              checked={alsoUnpublish}
              onChange={(event) => setAlsoUnpublish(event.currentTarget.checked)}
            />
          </Stack>
        ) : (
          <Text size="sm">{texts.draftOnly}</Text>
        )}
      </ConfirmDialog>
    </>
  )
}
