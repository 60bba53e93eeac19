import 'bulma/css/bulma.min.css'

export const padding = 'p-4'
export const centered = 'has-text-centered'
