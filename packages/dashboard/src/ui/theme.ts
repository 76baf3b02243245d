import { createTheme } from '@mantine/core'

/** Its variables are written in `theme.css`: the Content-Security-Policy admits no style that a script inserts. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  respectReducedMotion: true,
  // Plain values: naming the components themselves would load all of them with the first page.
  components: {
    // Locking the page's scroll inserts a style.
    Modal: { defaultProps: { lockScroll: false, centered: true } },
    Drawer: { defaultProps: { lockScroll: false } },
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: false }, multiline: true } },
  },
})
