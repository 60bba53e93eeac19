{{- define "licet.selector" -}}
app.kubernetes.io/name: licet
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "licet.labels" -}}
{{ include "licet.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "licet.podOptions" -}}
automountServiceAccountToken: false
# Kubernetes would set LICET_PORT to the address of the Service, because it is called licet.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: secrets
    secret:
      secretName: {{ required "secret.name is not set. Create a Secret with the key database-password, and set its name." .Values.secret.name }}
      defaultMode: 0440
  - name: tmp
    emptyDir: {}
{{- end }}

{{- define "licet.containerOptions" -}}
image: "{{ required "image.repository is not set. Run build-image.sh, and set the name of the image." .Values.image.repository }}@{{ required "image.digest is not set. Run build-image.sh, and set the digest that it prints." .Values.image.digest }}"
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: secrets
    mountPath: /run/secrets/licet
    readOnly: true
  - name: tmp
    mountPath: /tmp
{{- end }}

{{- define "licet.database" -}}
- name: DATABASE_URL
  value: {{ required "databaseUrl is not set. Set the connection string without the password." .Values.databaseUrl | quote }}
{{- range $name, $key := .Values.secret.files }}
- name: {{ $name }}
  value: /run/secrets/licet/{{ $key }}
{{- end }}
{{- end }}
