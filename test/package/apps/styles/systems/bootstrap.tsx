import 'bootstrap/dist/css/bootstrap.min.css'

export const padding = 'p-3'
export const centered = 'text-center'
