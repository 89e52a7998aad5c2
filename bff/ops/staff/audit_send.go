package staff

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/logs/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	logs "go.opentelemetry.io/proto/otlp/logs/v1"
	resource "go.opentelemetry.io/proto/otlp/resource/v1"
	"google.golang.org/protobuf/proto"
)

// sinkClient follows no redirects because they could lead to unknown receivers.
var sinkClient = &http.Client{
	Timeout:       10 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// send sends the stored entries of a batch. It returns nil if the system has accepted all of them.
func (s *AuditSink) send(ctx context.Context, batch []Position) error {
	events, records := []map[string]any{}, &logs.ScopeLogs{}
	for _, p := range batch {
		e, err := s.Audit.stored(ctx, p.Entry)
		if err != nil {
			return err
		}
		if e.ID == "" {
			s.Lost(1) // it has expired
			continue
		}
		entry, _ := json.Marshal(e)                   // cannot fail because e was decoded from JSON
		id := e.ID + "." + strconv.Itoa(len(e.Links)) // a later state of the entry has one more link
		events = append(events, map[string]any{
			"specversion": "1.0", "id": id, "source": "/staff/v1/audit", "type": "croupier.audit", "time": e.At,
			"datacontenttype": "application/json", "data": json.RawMessage(entry),
		})
		records.LogRecords = append(records.LogRecords, &logs.LogRecord{
			EventName: "croupier.audit", TimeUnixNano: uint64(e.At.UnixNano()), //nolint:gosec // after 1970
			SeverityNumber: logs.SeverityNumber_SEVERITY_NUMBER_INFO, Body: text(string(entry)),
			Attributes: []*common.KeyValue{{Key: "log.record.uid", Value: text(id)}},
		})
	}
	if len(events) == 0 {
		return nil
	}
	if s.To.OTLP == "" {
		body, _ := json.Marshal(events) // cannot fail
		_, err := s.post(ctx, s.To.HTTPS, "application/cloudevents-batch+json", body)
		return err
	}
	service := []*common.KeyValue{{Key: "service.name", Value: text("croupier")}}
	body, err := proto.Marshal(&collector.ExportLogsServiceRequest{ResourceLogs: []*logs.ResourceLogs{
		{Resource: &resource.Resource{Attributes: service}, ScopeLogs: []*logs.ScopeLogs{records}},
	}})
	var answer collector.ExportLogsServiceResponse
	if err == nil {
		body, err = s.post(ctx, s.To.OTLP, "application/x-protobuf", body)
	}
	if err == nil {
		err = proto.Unmarshal(body, &answer)
	}
	if n := answer.GetPartialSuccess().GetRejectedLogRecords(); n > 0 {
		err = fmt.Errorf("the collector rejected %d entries: %s", n, answer.GetPartialSuccess().GetErrorMessage())
	}
	return err
}

var errTooLarge = errors.New("HTTP 413, the batch is too large")

func text(value string) *common.AnyValue {
	return &common.AnyValue{Value: &common.AnyValue_StringValue{StringValue: value}}
}

// post returns the body of a 2xx response. Errors do not contain the address, which may be a secret.
func (s *AuditSink) post(ctx context.Context, to, mediaType string, body []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("the address is not a URL")
	}
	r.Header.Set("Content-Type", mediaType)
	if len(s.To.Authorization) > 0 {
		r.Header.Set("Authorization", string(s.To.Authorization))
	}
	response, err := sinkClient.Do(r)
	if failed := (*url.Error)(nil); errors.As(err, &failed) {
		return nil, failed.Err
	}
	defer response.Body.Close() //nolint:errcheck // only read
	if response.StatusCode == http.StatusRequestEntityTooLarge {
		return nil, errTooLarge
	}
	if response.StatusCode < http.StatusOK || response.StatusCode >= http.StatusMultipleChoices {
		return nil, fmt.Errorf("HTTP %d", response.StatusCode)
	}
	return io.ReadAll(io.LimitReader(response.Body, 1<<20))
}
