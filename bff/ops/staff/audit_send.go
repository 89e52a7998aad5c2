package staff

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/logs/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	logs "go.opentelemetry.io/proto/otlp/logs/v1"
	resource "go.opentelemetry.io/proto/otlp/resource/v1"
	"google.golang.org/protobuf/proto"

	"croupier/bff/ops/webhook"
)

var sinkClient = webhook.NewClient(10 * time.Second)

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

func text(value string) *common.AnyValue {
	return &common.AnyValue{Value: &common.AnyValue_StringValue{StringValue: value}}
}

func (s *AuditSink) post(ctx context.Context, to, mediaType string, body []byte) ([]byte, error) {
	h := http.Header{"Content-Type": {mediaType}}
	if len(s.To.Authorization) > 0 {
		h.Set("Authorization", string(s.To.Authorization))
	}
	return webhook.Post(ctx, sinkClient, to, h, body)
}
