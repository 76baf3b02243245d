/** The texts of the shared components. */
export const words = {
  roles: {
    required: {
      admin: 'Only admins of the organisation can do this.',
      member: 'Viewers can see everything except secrets, and change nothing. Ask an admin for the role member.',
      viewer: '',
    },
    names: { admin: 'Admin', member: 'Member', viewer: 'Viewer' },
    rights: {
      admin: 'Everything, also members, secrets, API keys and numbers',
      member: 'Agents, conversations, deliveries and templates',
      viewer: 'Sees everything except secrets',
    },
  },
  chart: {
    noData: 'No data',
    none: 'None in this period',
    showTable: 'Show as table',
    showChart: 'Show as chart',
    time: 'Time',
    readout: (time: string, values: string) => `${time}: ${values}`,
    value: (label: string, value: string) => `${label} ${value}`,
  },
  json: {
    whole: 'Whole text',
    copyPath: 'path',
    copy: (path: string) => `Copy ${path}`,
    copied: (path: string) => `Copied ${path}`,
    hint: 'Select a value to see its path. Enter copies it.',
    fields: (count: number) => `${count} ${count === 1 ? 'field' : 'fields'}`,
    items: (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`,
    more: (count: number) => `Show ${count} more`,
  },
  dialog: {
    close: 'Close',
    cancel: 'Cancel',
    typePrefix: 'Type',
    typeSuffix: 'to confirm',
  },
  copy: {
    copy: (label: string) => `Copy ${label}`,
    copied: 'Copied',
    id: 'ID',
  },
  error: {
    page: 'Something went wrong on this page',
    unknown: 'Something went wrong',
    code: 'Code',
    request: 'Request',
    requestId: 'request id',
    retry: 'Try again',
  },
  list: {
    pages: 'Pages',
    newest: 'Newest',
    newer: 'Newer',
    older: 'Older',
    previous: 'Previous',
    next: 'Next',
    noItems: 'No items',
    range: (from: number, to: number) => `${from}–${to}`,
    ofCount: (count: number) => ` of ${count}`,
    shown: (label: string, count: number) => `${label}: ${count} shown`,
    loading: 'Loading',
  },
  notice: {
    dismiss: 'Dismiss',
  },
  page: {
    breadcrumbs: 'Breadcrumbs',
    documentTitle: (title: string) => `${title} – Agent Messaging`,
  },
  time: {
    justNow: 'just now',
    before: (span: string) => `${span} ago`,
    after: (span: string) => `in ${span}`,
    exact: (time: string) => `, ${time}`,
  },
  unsaved: {
    title: 'Discard changes?',
    discard: 'Discard',
    text: 'Your unsaved changes on this page will be lost.',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    show: 'Show keyboard shortcuts',
    enabled: 'Use single-key shortcuts',
  },
  editConflict: {
    title: 'Conflicting changes',
    changed: 'Another user changed these fields while you were editing them:',
    choice:
      'Reload to discard your unsaved changes. Keep your changes to overwrite theirs in these fields. Their changes to other fields are kept.',
    reload: 'Reload',
    keep: 'Keep my changes',
  },
} as const
