import { Alert, Button, Text } from '@mantine/core'
import { listTemplateLinks } from '@messaging/contract/dashboard/template-links.ts'
import { publishTemplate } from '@messaging/contract/template-publishing.ts'
import type { AccountLink, Template } from '@messaging/contract/templates.ts'
import { IconAlertCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { useAction } from '../api/use-action.ts'
import { Allowed } from '../ui/allowed.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Panel } from '../ui/panel.tsx'
import { tell, tellError } from '../ui/tell.ts'
import { LinkActions } from './link-actions.tsx'
import { LinkStatus } from './link-status.tsx'
import { type Publication, publicationOf } from './publication.ts'
import { publishingWords } from './publishing-words.ts'
import { words } from './words.ts'

const { columns, publishing: texts } = words

interface Row {
  readonly link: AccountLink
  readonly publication: Publication
}

/** A template's status on each account. Publishing is disabled while there are unsaved changes. */
export function PublishingPanel({ template, isDirty }: { readonly template: Template; readonly isDirty: boolean }) {
  const { id, accountLinks } = template
  const { data: links } = useQuery(readList(listTemplateLinks, { query: { templateId: id } }))
  const publishing = useAction(publishTemplate, {
    onDone: (response) => {
      const { message, isProblem } = publishingWords(response)
      if (!isProblem) tell(message)
    },
  })
  const outcome = publishing.data && publishingWords(publishing.data)
  const rows = accountLinks.map((link) => {
    const sent = links?.find(({ accountId }) => accountId === link.accountId)
    return { link, publication: publicationOf(template, link, sent) }
  })
  const unpublished = rows.filter(({ publication }) => publication.state === 'none').map(({ link }) => link.accountId)
  return (
    <Panel
      title={texts.panel}
      actions={
        unpublished.length > 1 && (
          <Allowed endpoint={publishTemplate}>
            <Button
              size="xs"
              disabled={isDirty}
              loading={publishing.isPending}
              onClick={() =>
                publishing.mutate({ params: { id }, body: { accountIds: unpublished } }, { onError: tellError })
              }
            >
              {texts.all}
            </Button>
          </Allowed>
        )
      }
    >
      {isDirty && (
        <Text size="sm" c="dimmed" mb="xs" role="status">
          {texts.saveFirst}
        </Text>
      )}
      {outcome?.isProblem && (
        <Alert color="red" mb="xs" role="alert" icon={<IconAlertCircle aria-hidden />}>
          {outcome.message}
        </Alert>
      )}
      {rows.length > 0 ? (
        <DataTable
          label={texts.panel}
          columns={columnsOf(template, isDirty)}
          rows={rows}
          rowKey={({ link }) => link.accountId}
        />
      ) : (
        <Text size="sm">
          {words.empty.noAccounts} <Link to="/accounts/link-sessions/new">{words.empty.connect}</Link>
        </Text>
      )}
    </Panel>
  )
}

function columnsOf(template: Template, isDirty: boolean): readonly Column<Row>[] {
  return [
    {
      title: columns.account,
      unlabelled: true,
      render: ({ link: { accountId, accountName } }) => (
        <Link to="/accounts/$id" params={{ id: accountId }}>
          {accountName}
        </Link>
      ),
    },
    {
      title: columns.status,
      render: ({ link, publication }) => <LinkStatus status={link.status} isKnown={publication.state !== 'unknown'} />,
    },
    { title: columns.meaning, render: ({ publication }) => publication.meaning },
    {
      title: columns.quality,
      render: ({ link }) => (link.qualityScore === 'UNKNOWN' ? words.none : link.qualityScore),
    },
    {
      title: columns.actions,
      unlabelled: true,
      align: 'end',
      render: ({ link, publication }) => (
        <LinkActions template={template} link={link} publication={publication} disabled={isDirty} />
      ),
    },
  ]
}
