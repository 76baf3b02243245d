import './ui/mantine.css'
import './ui/theme.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { router } from './router.ts'
import { focusInvalid } from './ui/focus-invalid.ts'
import { keepFocus } from './ui/keep-focus.ts'
import { Notices } from './ui/notices.tsx'
import { theme } from './ui/theme.ts'

function render() {
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
        <QueryClientProvider client={queryClient}>
          <Notices />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}

keepFocus()
focusInvalid()
// Until the first page is loaded, index.html shows the static shell. This module must not await it: the page imports it.
void router.load().finally(render)
